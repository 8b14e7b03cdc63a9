"""The terms of a batch, as mixins with fields and constraints of `Batch`. Each module has one
subject."""
