"""Prompt templates on the desk: a researcher's own prompts, checked against the rubric."""
