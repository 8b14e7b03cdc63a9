"""Prolific: people it sends, studies at it, and what it is told and paid."""
