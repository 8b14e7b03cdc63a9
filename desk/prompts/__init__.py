"""Pages for prompt templates: researchers' own prompts, which are checked against the rubric."""
