"""Statistics of systems: means, pairwise tests, shares of options, and counts of wins, ties and
losses."""
