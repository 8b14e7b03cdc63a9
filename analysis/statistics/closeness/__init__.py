"""Closeness of a judge to people: correlations, accuracies, and tests of one or two judges."""
