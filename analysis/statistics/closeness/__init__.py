"""A judge's closeness to people: correlations, accuracies, tests of one judge and of two."""
