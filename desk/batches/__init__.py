"""Batches: the list, settings, acts, and the people who can work in a batch."""
