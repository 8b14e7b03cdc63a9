"""Mistakes in a rubric file: values that are not allowed, and parts that do not fit together."""
