"""The cost and pay of work. This package uses batches and assignments, but passes only ids and
amounts to the app `payments`."""
