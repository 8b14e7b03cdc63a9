"""The kind `turns`, which asks for a whole number for every turn of a conversation."""

from surveys.kinds.turns.section import TurnsSection as Section

__all__ = ["Section"]
