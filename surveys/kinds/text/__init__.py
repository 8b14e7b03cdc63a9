"""The kind `text`, which asks for free text with limits on the length."""

from surveys.kinds.text.section import TextSection as Section

__all__ = ["Section"]
