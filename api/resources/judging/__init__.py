"""LLM judges, with their endpoints, prompts, runs and verdicts."""
