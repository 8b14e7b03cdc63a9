"""Endpoints that serve models: the addresses that are allowed, the API keys, and the requests."""
