"""Untrusted text within limits: Markdown, YAML, and characters that PostgreSQL cannot store."""
