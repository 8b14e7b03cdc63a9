"""The kind `preference`: the better of two outputs, asked by position and stored by output."""

from surveys.kinds.preference.section import PreferenceSection as Section

__all__ = ["Section"]
