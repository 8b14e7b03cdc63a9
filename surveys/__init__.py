"""The rubric language, and everything derived from a rubric: its page, the check of answers,
prompts, the reader of replies, and columns."""
