"""Prompt templates on the desk: researchers' own prompts, checked against the rubric."""
