"""Mistakes in a rubric file: values that the language does not allow, and parts that do not fit
together."""
