"""Judge runs over a batch: planning, starting, and calls, live or through a provider's batch
service."""
