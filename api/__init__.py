"""The REST API: a project's batches, read only."""
