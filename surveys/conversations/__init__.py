"""Conversations and agents' runs: their turns, as they are stored, shown and told to a judge."""
