"""What a batch promises and asks, by subject: the fields and constraints that `Batch` joins."""
