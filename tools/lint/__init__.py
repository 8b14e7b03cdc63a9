"""Lint rules of this project that no other linter has."""
