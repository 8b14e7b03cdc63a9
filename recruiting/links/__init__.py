"""Links into a batch for people without an account."""
