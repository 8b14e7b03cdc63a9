"""Qualifications in a project: the people who have them, and how they got them."""
