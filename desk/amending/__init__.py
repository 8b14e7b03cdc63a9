"""Pages for extending or copying a published batch, and for creating the main batch of a pilot."""
