"""Rules that researchers set for a batch before publishing."""
