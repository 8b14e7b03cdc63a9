"""The kind `spans`: passages of an output, each marked with a category, a severity or both."""

from surveys.kinds.spans.section import SpansSection as Section

__all__ = ["Section"]
