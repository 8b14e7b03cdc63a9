"""Logged-in devices: the table of sessions, its page, and logging out."""
