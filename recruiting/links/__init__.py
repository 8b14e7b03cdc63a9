"""Links to a batch for people without an account."""
