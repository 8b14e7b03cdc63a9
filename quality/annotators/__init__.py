"""Statistics about the annotators of a batch: their measures and flags, computed and stored."""
