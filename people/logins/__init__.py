"""Logged-in devices: their names, the page that lists them, and logging them out."""
