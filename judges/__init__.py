"""LLM judges: runs over a batch, the judges' replies, and the verdicts read from the replies."""
