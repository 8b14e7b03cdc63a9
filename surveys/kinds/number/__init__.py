"""The kind `number`, which asks for a number from a range, with decimals and a unit."""

from surveys.kinds.number.section import NumberSection as Section

__all__ = ["Section"]
