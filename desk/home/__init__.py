"""The desk's first page: open decisions, then money, then the batches."""
