"""Deleting a person's identifying data, after showing which data are deleted or kept."""
