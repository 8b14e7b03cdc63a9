"""Prompts of a judge run, their attachments, and messages in the format of a protocol."""
