"""The kind `spans`, which asks people to mark passages of an output with a category or severity."""

from surveys.kinds.spans.section import SpansSection as Section

__all__ = ["Section"]
