"""Results of the comparison of a metric with people."""

from collections.abc import Mapping
from dataclasses import dataclass

from analysis.data.metrics import BestEnd
from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class MetricResult:
    """One automatic metric on one criterion. It has a value for `units`; people rated `shared` of
    them. `figures` are its correlations with people's means by statistic, above 0 if it agrees with
    people about the better outputs. `by_system` are its own means."""

    metric: str
    best: BestEnd
    units: int
    shared: int
    figures: Mapping[str, Estimate]
    by_system: Mapping[str, Estimate]
