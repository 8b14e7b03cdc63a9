"""Text from outside, within limits: Markdown, YAML, and what PostgreSQL cannot hold."""
