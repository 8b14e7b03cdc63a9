"""Links that let people without an account join a batch."""
