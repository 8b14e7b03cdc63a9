"""Conversations and agents' runs: their turns as they are stored, shown, and described to a
judge."""
