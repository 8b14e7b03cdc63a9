"""Text from outside, within limits: Markdown, YAML, and characters that PostgreSQL cannot hold."""
