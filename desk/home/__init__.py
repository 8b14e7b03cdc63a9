"""The researchers' page Home: open decisions, then money, then the batches."""
