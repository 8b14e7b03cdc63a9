"""Statistics of systems: means, tests between them, shares of options, wins, ties and losses."""
