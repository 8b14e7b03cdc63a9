"""Versions of a rubric: stored once per content, and compared with each other."""
