"""Versions of a rubric: storing each content only once, and comparing versions."""
