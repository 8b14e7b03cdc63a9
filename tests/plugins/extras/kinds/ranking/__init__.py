"""`ranking`: the place of each output on the page, the best first."""

from tests.plugins.extras.kinds.ranking.section import RankingSection as Section

__all__ = ["Section"]
