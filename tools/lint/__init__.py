"""Lint rules of this project that general linters do not have."""
