"""LLM judges: their endpoints, prompts, runs and verdicts."""
