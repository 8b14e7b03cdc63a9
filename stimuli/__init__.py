"""Content to rate: datasets, items, outputs and media, and their import."""
