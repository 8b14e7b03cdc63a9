"""Replies of judges: importing them, reading them with the rubric, and storing them unchanged."""
