"""Conversations and agents' runs: their turns as stored, as shown, and as described to a judge."""
