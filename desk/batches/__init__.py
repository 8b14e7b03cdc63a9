"""The pages about batches: the list, their settings, their actions, and the people who can work on
them."""
