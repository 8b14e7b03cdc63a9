"""The kind `multi-select`, which asks for every option of a list that applies."""

from surveys.kinds.multi_select.section import MultiSelectSection as Section

__all__ = ["Section"]
