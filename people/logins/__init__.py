"""Logged-in devices: names for them, the page that lists them, and logging out."""
