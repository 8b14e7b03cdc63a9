"""Endpoints of models: their allowed addresses, their keys, and calls."""
