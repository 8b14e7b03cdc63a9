"""What is asked: the rubric language, and the five things that follow from a rubric."""
