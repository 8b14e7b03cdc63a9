"""Checks of uploads and texts in requests, before any view."""
