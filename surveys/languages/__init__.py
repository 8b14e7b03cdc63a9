"""A rubric in other languages, and the codes of languages."""
