"""The page of a published batch, with its progress and activity."""
