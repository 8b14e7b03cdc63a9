"""Conversations and agents' runs: their turns as stored, shown, and described to a judge."""
