"""How close a judge is to people: correlations, accuracies, and tests of one or two judges."""
