"""Prompts of a run, their attachments, and both in the messages of a protocol."""
