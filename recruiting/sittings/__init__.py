"""Batches that pay per session: beginning and ending sessions, and their pay."""
