"""Links into a batch, for people who need no account."""
