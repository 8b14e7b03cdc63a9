"""The systems' means by people and by each judge."""

import numpy as np

from analysis.comparison.catalogue import NO_JUDGE, NO_RATINGS
from analysis.comparison.replicates import Replicates
from analysis.comparison.system_results import SystemResult
from analysis.data.units import Units
from analysis.statistics.estimates import Estimate
from analysis.statistics.jackknife import Interval
from analysis.statistics.results import Floats, quotient


def system_means(units: Units, replicates: Replicates) -> tuple[SystemResult, ...]:
    """Return a row per system, sorted by name. A mean is over items, counting each item's output
    once; its interval leaves out items."""
    fixed = replicates.without_systems()
    people = units.matrix(units.people_means())
    judges = {name: units.matrix(values) for name, values in units.judges.items()}
    means = {
        name: _means(matrix, fixed, units.facts.ends, NO_JUDGE) for name, matrix in judges.items()
    }
    by_people = _means(people, fixed, units.facts.ends, NO_RATINGS)
    return tuple(
        SystemResult(
            system=name,
            people=by_people[index],
            judges={judge: estimates[index] for judge, estimates in means.items()},
        )
        for name, index in sorted(zip(units.systems, range(len(units.systems)), strict=True))
    )


def _means(matrix: Floats, replicates: Replicates, bounds: Interval, reason: str) -> list[Estimate]:
    there = ~np.isnan(matrix)
    weights = replicates.resamples.items
    means = quotient(weights @ np.where(there, matrix, 0), weights @ there.astype(float))
    items = there.sum(0)
    return [
        replicates.estimate(
            means[:, index],
            n=int(items[index]),
            reason=reason,
            bounds=bounds,
            items=int(items[index]),
        )
        for index in range(matrix.shape[1])
    ]
