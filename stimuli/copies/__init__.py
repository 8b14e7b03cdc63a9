"""Degraded copies of outputs, which are used in gold. No batch can compare them as systems."""
