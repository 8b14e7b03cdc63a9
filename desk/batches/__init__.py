"""Pages about batches: the list, settings, actions, and the people who can work on them."""
