"""Replies of judges: importing replies, reading them with the rubric, and storing them
unchanged."""
