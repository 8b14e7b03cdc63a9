"""What is shown: datasets, items, outputs and media, and how they are imported."""
