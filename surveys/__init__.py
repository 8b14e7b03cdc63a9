"""The rubric language, and the page, check, prompt, reader and columns derived from a rubric."""
