"""Checks on the annotators of a batch."""
