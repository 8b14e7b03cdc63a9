"""Degraded copies of outputs, for gold. No batch can compare them."""
