"""The desk's search for batches, items, annotators and rubrics by name or id."""
