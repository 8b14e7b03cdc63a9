"""A batch from its draft to its end: sample, publication, open list, pausing, closing and times."""
