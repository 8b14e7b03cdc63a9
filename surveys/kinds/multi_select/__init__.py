"""The kind `multi-select`: every criterion that applies, from a closed list."""

from surveys.kinds.multi_select.section import MultiSelectSection as Section

__all__ = ["Section"]
