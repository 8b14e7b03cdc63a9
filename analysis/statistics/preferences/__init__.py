"""Verdicts on pairs and rankings, and the strengths of systems computed from them."""
