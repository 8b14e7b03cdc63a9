"""Replies: imported, read by the rubric, and stored whole."""
