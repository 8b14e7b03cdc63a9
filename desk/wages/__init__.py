"""The page that compares a batch's hourly pay with the project's minimum, and where researchers pay
the difference."""
