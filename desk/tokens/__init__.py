"""A person's API tokens."""
