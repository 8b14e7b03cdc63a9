"""The terms of a batch by subject, as mixins with the fields and constraints of `Batch`."""
