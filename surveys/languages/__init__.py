"""Translations of rubrics, and codes of languages."""
