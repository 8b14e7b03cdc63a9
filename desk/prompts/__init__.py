"""The pages for prompt templates: researchers' own prompts, checked against the rubric."""
