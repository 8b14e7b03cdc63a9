"""Degraded copies of outputs, for gold HITs. The copies belong to separate systems, and a batch
cannot compare these systems."""
