"""Which 95 % intervals hold what they say, from simulated studies (`benchmarks/coverage.py`)."""

from collections.abc import Iterable

from analysis.comparison.results import CriterionResult

ENOUGH_ITEMS = 30  # the fewest for which coverage from 93 to 97 % was looked for
# By what systems are, and the statistic; tests/test_coverage.py holds it against the recorded run.
APPROXIMATE = frozenset(
    {
        ("fixed", "spearman_system"),
        ("fixed", "kendall_system"),
        ("drawn", "kendall_system"),
    }
)


def approximate(criterion: CriterionResult, statistic: str) -> bool:
    """Whether the statistic's interval covers the true figure more or less often than in 93 to 97
    of 100 studies of this many items, or nobody has tried."""
    systems = "drawn" if criterion.resampled == "items and systems" else "fixed"
    return criterion.items < ENOUGH_ITEMS or (systems, statistic) in APPROXIMATE


def approximate_of(criterion: CriterionResult, statistics: Iterable[str]) -> tuple[str, ...]:
    """Those of the statistics whose intervals are approximate whatever the number of items."""
    systems = "drawn" if criterion.resampled == "items and systems" else "fixed"
    return tuple(name for name in statistics if (systems, name) in APPROXIMATE)
