"""The rubric language, and the five projections of a rubric."""
