"""Prompts of a judge run, the attachments of the prompts, and messages in the format of a
protocol."""
