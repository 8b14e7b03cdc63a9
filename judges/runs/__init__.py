"""Judge runs over a batch: planning, starting, and calls, live or by a batch service."""
