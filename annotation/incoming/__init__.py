"""Checks of uploads and of texts in requests that are made before any view is called."""
