"""Conversations and agents' runs: how their turns are stored, shown to people, and described to a
judge."""
