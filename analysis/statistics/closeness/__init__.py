"""A judge's closeness to people: correlations, accuracies, and tests of one judge and of two."""
