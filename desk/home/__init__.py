"""The researchers' page Home: open decisions, then money, then batches."""
