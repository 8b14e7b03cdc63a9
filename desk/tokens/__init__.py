"""The page of a person's API tokens."""
