"""Pages around the work, declared in the rubric language: consent, questions about the person,
comprehension, and what is asked in the end."""
