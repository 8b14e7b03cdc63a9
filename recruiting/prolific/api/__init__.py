"""Prolific's API: the shapes it documents, and calls that say whether they took effect."""
