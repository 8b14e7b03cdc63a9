"""The means of systems, and how often people and each judge chose each option."""

from collections.abc import Sequence

import numpy as np

from analysis.comparison.catalogue import NO_JUDGE, NO_RATINGS
from analysis.comparison.replicates import Replicates
from analysis.comparison.result_parts import OptionShare, SystemResult
from analysis.comparison.results import PEOPLE
from analysis.data.frame import Codes
from analysis.data.units import Units
from analysis.statistics.estimates import Estimate
from analysis.statistics.jackknife import Interval
from analysis.statistics.results import Floats, quotient


def system_means(units: Units, replicates: Replicates) -> tuple[SystemResult, ...]:
    """Return a row per system, sorted by name. A mean is over items, and each output counts once.
    The jackknife for the mean's interval leaves out items."""
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


MOST_OPTIONS = 11  # values: a finer scale has no options
MOST_SYSTEMS = 40


def option_shares(
    units: Units, replicates: Replicates, judges: Sequence[str]
) -> dict[str, tuple[OptionShare, ...]]:
    """Return the shares of each option by rater, with people under `PEOPLE`. Every rating counts
    once. The jackknife leaves out all ratings of an item together. The result is empty for
    preferences, rankings and fine scales, and if there are too many options or systems."""
    facts = units.facts
    options = _options(units)
    many = len(options) > MOST_OPTIONS or len(units.systems) > MOST_SYSTEMS
    if facts.preference or facts.ranking or facts.level == "interval" or many:
        return {}
    fixed, by_rater = replicates.without_systems(), {}
    for rater in (None, *judges):
        cell, values = _ratings(units, rater)
        if len(values):
            by_rater[rater or PEOPLE] = tuple(
                _share(units, fixed, cell, values, index, option, is_person=rater is None)
                for option in options.tolist()
                for index in _by_name(units)
            )
    return by_rater


def _options(units: Units) -> Floats:
    """Return all values of a short scale of whole numbers. For other scales, return the values that
    occur."""
    seen, (low, high) = np.unique(units.frame.value), units.facts.ends
    if np.any(seen != np.round(seen)) or not len(seen) or not np.isfinite(high - low):
        return seen
    return np.union1d(np.arange(low, high + 1), seen) if high - low < MOST_OPTIONS else seen


def _ratings(units: Units, judge: str | None) -> tuple[Codes, Floats]:
    if judge is None:
        return units.cell[units.people.unit], units.people.value
    rows = units.frame.by_judge(judge)
    return units.cell[units.unit_of[rows]], units.frame.value[rows]


def _by_name(units: Units) -> list[int]:
    return sorted(range(len(units.systems)), key=units.systems.__getitem__)


def _share(
    units: Units,
    replicates: Replicates,
    cell: Codes,
    values: Floats,
    system: int,
    option: float,
    *,
    is_person: bool,
) -> OptionShare:
    mine = cell % len(units.systems) == system
    chosen = (values[mine] == option).astype(float)
    reason = NO_RATINGS if is_person else NO_JUDGE
    share = replicates.mean(cell[mine], chosen, reason=reason, scale="share")
    return OptionShare(units.systems[system], units.facts.label_of(option), share)
