"""Pages for extending a published batch, for copying it, and for creating the main batch of a
pilot."""
