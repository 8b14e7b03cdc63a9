"""The page that compares a batch's hourly pay with the project's minimum, and pays the
difference."""
