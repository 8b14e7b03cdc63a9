"""Statistics of verdicts on pairs and of rankings, including the strengths of systems."""
