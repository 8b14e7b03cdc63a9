"""The page of a task that a worker does: how far it is, cancelled or begun again."""
