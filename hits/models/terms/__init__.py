"""Abstract models with the terms of a batch: fields and constraints that `Batch` inherits. Each
module covers one subject."""
