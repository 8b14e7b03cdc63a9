"""Statistics of systems: means, pairwise tests, shares of options, and wins, ties and losses."""
