"""Safe handling of untrusted text: Markdown, YAML, and characters that PostgreSQL cannot store."""
