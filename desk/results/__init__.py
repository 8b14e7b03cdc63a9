"""Pages about results: the list of batches with results, and the reporting checklist."""
