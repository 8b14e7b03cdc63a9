"""LLM judges: runs over a batch, the judges' replies, and the verdicts that are read from the
replies."""
