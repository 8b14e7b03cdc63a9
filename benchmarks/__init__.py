"""How fast Rateroom is, as ratios to what was measured beside it in the same run; see README.md."""
