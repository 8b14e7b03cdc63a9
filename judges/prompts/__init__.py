"""Prompts of a judge run, their attachments, and the request messages for each protocol."""
