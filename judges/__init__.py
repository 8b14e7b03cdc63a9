"""LLM judges: their runs over batches, their replies, and the verdicts read from the replies."""
