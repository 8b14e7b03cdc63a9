"""A batch from draft to end: its terms, sample, publication, pausing, closing, and amendments."""
