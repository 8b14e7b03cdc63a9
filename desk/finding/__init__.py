"""Search for batches, items, annotators and rubrics by name or id."""
