"""Rules that researchers declare for a batch before publishing."""
