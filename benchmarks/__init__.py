"""Benchmarks of Rateroom, whose results are ratios to a reference measured in the same run; see
README.md."""
