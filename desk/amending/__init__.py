"""Adding to a published batch, duplicating it, and creating the main batch of a pilot."""
