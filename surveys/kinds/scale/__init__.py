"""The kind `scale`: whole numbers from `low` to `high`, with optional anchors, as buttons or as a
slider with a number field."""

from surveys.kinds.scale.section import ScaleSection as Section

__all__ = ["Section"]
