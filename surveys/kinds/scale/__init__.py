"""`scale`: whole numbers from `low` to `high`, with optional anchors; buttons, or a slider with a
number field.
"""

from surveys.kinds.scale.section import ScaleSection as Section

__all__ = ["Section"]
