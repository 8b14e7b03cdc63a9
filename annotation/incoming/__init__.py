"""Checks of requests before any view: uploads and texts."""
