"""Erasing what identifies a person, with what goes and what stays before."""
