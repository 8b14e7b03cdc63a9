"""The kind `choice`, which asks for one of several labelled options."""

from surveys.kinds.choice.section import ChoiceSection as Section

__all__ = ["Section"]
