"""The kind `preference`, which asks for the better of two outputs. The question names the outputs
by position, and the answer is stored by canonical output."""

from surveys.kinds.preference.section import PreferenceSection as Section

__all__ = ["Section"]
