"""The systems: their means by people and by each judge, and people's means helped by a judge
(PPI++)."""

import numpy as np

from analysis.comparison.catalogue import NO_JUDGE, NO_OVERLAP, NO_RATINGS, because
from analysis.comparison.replicates import FEWEST_ITEMS, Replicates
from analysis.comparison.system_results import Powered, SystemResult
from analysis.data.units import Units
from analysis.statistics.correction.prediction_powered import prediction_powered_mean
from analysis.statistics.estimates import Estimate, NotEstimableError
from analysis.statistics.jackknife import Interval
from analysis.statistics.results import Floats, quotient


def system_means(units: Units, replicates: Replicates) -> tuple[SystemResult, ...]:
    """Return a row per system; a mean is over items, each item's output counted once, and its
    interval leaves out items. Ordered by name."""
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
            powered={
                judge: _powered(people[:, index], matrix[:, index])
                for judge, matrix in judges.items()
            },
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


def _powered(people: Floats, judge: Floats) -> Powered:
    both, alone = ~np.isnan(people + judge), np.isnan(people) & ~np.isnan(judge)
    try:
        corrected = prediction_powered_mean(people[both], judge[both], judge[alone])
    except NotEstimableError as error:
        reason = because(error) if both.any() else NO_OVERLAP
        return Powered(Estimate(None, int(both.sum()), reason=reason), labelled=int(both.sum()))
    interval = (
        (corrected.low, corrected.high) if corrected.labelled >= FEWEST_ITEMS else (None, None)
    )
    return Powered(
        mean=Estimate(corrected.value, corrected.labelled, *interval),
        power=corrected.power,
        labelled=corrected.labelled,
        unlabelled=corrected.unlabelled,
        effective_labels=corrected.effective_labels,
    )
