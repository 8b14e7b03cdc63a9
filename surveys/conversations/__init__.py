"""Conversations and agents' runs: how turns are stored, shown to people and described to judges."""
