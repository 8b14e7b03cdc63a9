"""Terms of a batch by subject: the fields and constraints that `Batch` joins."""
