"""`ranking`: the place of each output on the page, best first; outputs can share a place."""

from surveys.kinds.ranking.section import RankingSection as Section

__all__ = ["Section"]
