"""Qualifications: who is known to be able to do what, and how that is known."""
