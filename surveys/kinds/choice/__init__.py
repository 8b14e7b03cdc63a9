"""`choice`: labelled options, one answer."""

from surveys.kinds.choice.section import ChoiceSection as Section

__all__ = ["Section"]
