"""Prompts of a run, their attachments, and both as a protocol's messages."""
