"""Endpoints that serve models: allowed addresses, API keys, and requests."""
