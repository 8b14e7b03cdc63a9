"""A run over a batch: its plan, its start, and its calls, live or by a provider's batch service."""
