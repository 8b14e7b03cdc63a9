"""The reply format `bracketed`, with a header in brackets for each panel, such as
`[ASSISTANT1-Score]`, followed by a line for each criterion."""

from surveys.replies.bracketed.format import BracketedSections as Format

__all__ = ["Format"]
