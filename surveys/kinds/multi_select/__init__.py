"""The kind `multi-select`, which asks people to choose all options that apply from a list."""

from surveys.kinds.multi_select.section import MultiSelectSection as Section

__all__ = ["Section"]
