"""Prompts of a judge run, the prompts' attachments, and messages in the format of a protocol."""
