"""Terms of a batch by subject: mixins with the fields and constraints of `Batch`."""
