"""A batch's terms, as mixins with fields and constraints of `Batch`, one subject per module."""
