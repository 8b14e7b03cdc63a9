"""Rubric translations and language codes."""
