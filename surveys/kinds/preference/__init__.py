"""`preference`: which of the outputs is better. Asked by position, stored by canonical output."""

from surveys.kinds.preference.section import PreferenceSection as Section

__all__ = ["Section"]
