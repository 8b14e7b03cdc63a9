"""How close a judge is to people: correlations, accuracies, tests of one judge, and tests of two
judges."""
