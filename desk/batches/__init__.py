"""Batches: the list, settings, actions, and people who can work on them."""
