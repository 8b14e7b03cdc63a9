"""Requests: their origin and id, limits on attempts, and what guests can do."""
