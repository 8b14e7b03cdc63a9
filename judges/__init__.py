"""LLM judges: runs over a batch, their replies, and the verdicts read from them."""
