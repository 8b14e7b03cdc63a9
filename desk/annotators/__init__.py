"""Pages for the annotators of a batch or of projects, and for a single annotator."""
