"""The list of batches with results."""
