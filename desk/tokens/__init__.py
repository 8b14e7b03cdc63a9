"""The page of a user's API tokens."""
