"""Pages for messages between annotators and researchers."""
