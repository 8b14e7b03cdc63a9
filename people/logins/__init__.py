"""Logged-in devices: their names, the page that lists them, and functions that log them out."""
