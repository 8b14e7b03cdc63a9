"""Runs over a batch: plan, start, and calls, live or by a provider's batch service."""
