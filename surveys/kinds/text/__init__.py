"""`text`: free text, with bounds on its length."""

from surveys.kinds.text.section import TextSection as Section

__all__ = ["Section"]
