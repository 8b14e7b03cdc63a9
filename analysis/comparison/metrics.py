"""Comparison of automatic metrics with people by the same correlations as for judges. Because a
metric has its own scale, the other statistics do not apply."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analysis.comparison.catalogue import NO_OVERLAP, STATISTICS
from analysis.comparison.closeness import against_people, estimate
from analysis.comparison.replicates import Replicates
from analysis.comparison.result_parts import MetricResult
from analysis.comparison.results import ComparisonSettings
from analysis.comparison.systems.means import system_means
from analysis.data.facts import Facts
from analysis.data.metrics import BestEnd, MetricValues
from analysis.data.units import Units
from analysis.statistics.results import Floats

NO_VALUE = "not estimable: no output that people rated has a value of the metric"
CORRELATIONS = tuple(name for name, statistic in STATISTICS.items() if statistic.at)


def metric_results(
    units: Units,
    metrics: Sequence[MetricValues],
    replicates: Replicates,
    settings: ComparisonSettings,
) -> tuple[MetricResult, ...]:
    """Return the comparison of each metric with people's means on one criterion. The result is
    empty for labels and preferences, because single outputs have no mean for them."""
    if units.facts.preference or units.facts.level == "nominal":
        return ()
    return tuple(_result(units, metric, replicates, settings) for metric in metrics)


def _result(
    units: Units, metric: MetricValues, replicates: Replicates, settings: ComparisonSettings
) -> MetricResult:
    values = _of_units(units, metric)
    # With this sign, a correlation above 0 always means that the metric agrees with people.
    sign = 1 if metric.best == good_end(units.facts) else -1
    direct = against_people(units, values * sign, replicates, settings)
    estimates = {name: estimate(name, direct, replicates) for name in CORRELATIONS}
    measured = replace(
        units,
        judges={metric.name: values},
        facts=replace(units.facts, low=metric.low, high=metric.high),
    )
    return MetricResult(
        metric=metric.name,
        best=metric.best,
        units=int((~np.isnan(values)).sum()),
        shared=direct.units,
        figures={
            name: replace(figure, reason=NO_VALUE) if figure.reason == NO_OVERLAP else figure
            for name, figure in estimates.items()
        },
        by_system={
            system.system: system.judges[metric.name]
            for system in system_means(measured, replicates)
        },
    )


def _of_units(units: Units, metric: MetricValues) -> Floats:
    """Return the metric's value for each unit's output. A missing value is NaN."""
    frame = units.frame
    items = frame.item.code[units.row].tolist()
    systems = frame.system.code[units.row].tolist()
    names = [
        (frame.item.names[item], frame.system.names[system])
        for item, system in zip(items, systems, strict=True)
    ]
    return np.array([metric.values.get(name, np.nan) for name in names], dtype=float)


def good_end(facts: Facts) -> BestEnd:
    """Return which end of a criterion's scale is good, by default the highest value."""
    return "lowest" if facts.best == "lowest" else "highest"
