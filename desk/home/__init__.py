"""The desk's first page: what needs a decision, then the money, then the batches."""
