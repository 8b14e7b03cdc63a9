"""Versions of a rubric: storing each content once, and comparing versions."""
