"""LLM judges: their runs, what they are asked and what they said, and where they answer."""
