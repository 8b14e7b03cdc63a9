"""Pay by the hour in a batch, beside the project's floor, and the list that reaches it."""
