"""Requests: where they come from, their ids, how often one can try, and what a guest can do."""
