"""Lines of a tidy table that are no ratings."""
