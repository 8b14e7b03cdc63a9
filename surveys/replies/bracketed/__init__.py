"""`bracketed`: a bracketed header a panel, `[ASSISTANT1-Score]`, then one line a criterion."""

from surveys.replies.bracketed.format import BracketedSections as Format

__all__ = ["Format"]
