"""The kind `ranking`: the rank of each output on the page, best first. Outputs can share a rank."""

from surveys.kinds.ranking.section import RankingSection as Section

__all__ = ["Section"]
