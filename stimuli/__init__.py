"""The content to rate: datasets, items, outputs and media, and how they are imported."""
