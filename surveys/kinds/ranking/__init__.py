"""The kind `ranking`, which asks for the rank of each output on the page. The best output has rank
1. Outputs can share a rank."""

from surveys.kinds.ranking.section import RankingSection as Section

__all__ = ["Section"]
