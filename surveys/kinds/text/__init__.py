"""The kind `text`: free text with limits on its length."""

from surveys.kinds.text.section import TextSection as Section

__all__ = ["Section"]
