"""Versions of a rubric: storage, in which the same content is stored only once, and comparison."""
