"""Lines of a tidy table that are not ratings."""
