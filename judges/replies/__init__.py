"""Replies of judges: importing them, reading them according to the rubric, and storing them
unchanged."""
