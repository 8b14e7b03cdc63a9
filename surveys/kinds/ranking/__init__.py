"""`ranking`: the place of each output on the page, the best first; outputs may share a place."""

from surveys.kinds.ranking.section import RankingSection as Section

__all__ = ["Section"]
