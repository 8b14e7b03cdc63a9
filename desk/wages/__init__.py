"""The page that compares hourly pay with the project's minimum, and pays the difference."""
