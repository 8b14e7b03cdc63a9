"""Verdicts on pairs and rankings, and the strengths of systems that follow from them."""
