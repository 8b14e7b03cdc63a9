"""The kind `scale`, which asks for a whole number from `low` to `high`. The page shows buttons with
optional anchors, or a slider with a number field."""

from surveys.kinds.scale.section import ScaleSection as Section

__all__ = ["Section"]
