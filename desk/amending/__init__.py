"""Pages for extending or copying a published batch, and for creating a pilot's main batch."""
