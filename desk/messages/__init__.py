"""The pages for messages between annotators and researchers."""
