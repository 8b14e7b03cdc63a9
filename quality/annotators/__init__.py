"""Measures and flags of a batch's annotators, which background tasks compute and store."""
