"""The results of the coverage simulations (`benchmarks/coverage.py`), which decide whether the
report marks an interval as approximate."""

from collections.abc import Iterable

from analysis.comparison.results import CriterionResult, Systems

# tests/benchmarks/test_coverage.py checks both lists against the recorded run. From this number of
# items (at least 10 were tried), coverage is between 93 and 97 %:
ENOUGH_ITEMS = {"fixed": 10, "drawn": 30}
# except for these, by the role of the systems and the statistic:
APPROXIMATE = frozenset(
    {
        ("drawn", "kappa"),
        ("drawn", "alpha"),
        ("drawn", "pearson_input"),
        ("drawn", "pearson_pooled"),
    }
)
# These were not tested with enough systems for an interval.
UNTRIED = frozenset(("drawn", f"{name}_system") for name in ("pearson", "spearman", "kendall"))


def approximate(criterion: CriterionResult, statistic: str) -> bool:
    """Return whether the statistic's interval is approximate. This is the case if its coverage for
    this number of items is untested or outside 93 to 97 %."""
    systems = systems_of(criterion)
    return criterion.items < ENOUGH_ITEMS[systems] or (systems, statistic) in APPROXIMATE | UNTRIED


def approximate_of(criterion: CriterionResult, statistics: Iterable[str]) -> tuple[str, ...]:
    """Return those of the `statistics` whose intervals are approximate for any number of items."""
    systems = systems_of(criterion)
    return tuple(name for name in statistics if (systems, name) in APPROXIMATE | UNTRIED)


def systems_of(criterion: CriterionResult) -> Systems:
    return "drawn" if criterion.resampled == "items and systems" else "fixed"
