"""Benchmarks of Rateroom, as ratios to a reference measured in the same run; see README.md."""
