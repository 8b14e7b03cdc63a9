"""Translations of rubrics, and language codes."""
