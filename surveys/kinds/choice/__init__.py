"""The kind `choice`: one answer from labelled options."""

from surveys.kinds.choice.section import ChoiceSection as Section

__all__ = ["Section"]
