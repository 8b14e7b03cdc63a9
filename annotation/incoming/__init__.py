"""Checks of uploads and of texts in requests, which run before any view."""
