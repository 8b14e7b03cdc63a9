"""Benchmarks of Rateroom's speed and statistics. See README.md."""
