"""Prolific: people it sends, their studies there, and our calls and payments."""
