"""The page that compares annotators' hourly pay with the project's minimum, and pays the
difference."""
