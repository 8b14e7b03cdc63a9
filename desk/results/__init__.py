"""The list of batches with results, and the reporting checklist."""
