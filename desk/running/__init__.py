"""The page of a published batch, which shows its activity."""
