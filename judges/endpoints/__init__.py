"""Endpoints of models: allowed addresses, keys, and calls."""
