"""The desk's search: batches, items, people and rubrics by name or id."""
