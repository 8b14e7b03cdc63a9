"""Qualifications: the people who have them, and the source of each."""
