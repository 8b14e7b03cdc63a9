"""Versions of rubrics: storage and comparison. A version with the same content is stored only
once."""
