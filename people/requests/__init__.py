"""Requests: their origin and id, limits on attempts, and limits of guests' sessions."""
