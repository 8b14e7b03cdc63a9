"""`bracketed`: a bracketed header per panel, `[ASSISTANT1-Score]`, then a line per criterion."""

from surveys.replies.bracketed.format import BracketedSections as Format

__all__ = ["Format"]
