"""`points`: a number of points to distribute over the outputs on the page."""

from tests.plugins.extras.kinds.points.section import PointsSection as Section

__all__ = ["Section"]
