"""Replies: imported, read with the rubric, and stored unchanged."""
