"""Tests between pairs of systems by one rater group, over the items that have outputs of both."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import numpy as np

from analysis.comparison.catalogue import because
from analysis.comparison.preferences import Verdicts
from analysis.comparison.result_parts import SystemPair, SystemResult, SystemTests
from analysis.comparison.results import PEOPLE
from analysis.comparison.systems.asked import NOT_ALL_ASKED, Asked, all_asked
from analysis.data.units import Units
from analysis.statistics.estimates import Estimate, NotEstimableError
from analysis.statistics.paired_systems import compact_letters, holm, paired_interval, paired_p
from analysis.statistics.results import Floats, quotient

MOST_SYSTEMS = 40
SIGNIFICANT = 0.05
TOO_MANY = f"not tested: more than {MOST_SYSTEMS} systems"
Differences = Callable[[int, int], Floats]


def tests_between_systems(
    units: Units,
    systems: Sequence[SystemResult],
    groups: Mapping[str | None, Verdicts] | None,
    judges: Sequence[str],
    openings: Asked,
) -> dict[str, SystemTests]:
    """Return the tests between systems by rater, with people under `PEOPLE`. The result is empty if
    there are fewer than two systems."""
    if len(systems) < 2:
        return {}
    by_rater = {}
    for judge in (None, *judges):
        means = [system.people if judge is None else system.judges.get(judge) for system in systems]
        if not any(mean is not None and mean.value is not None for mean in means):
            continue
        if why_not := _why_not(units, systems, openings, judge or PEOPLE):
            by_rater[judge or PEOPLE] = SystemTests((), {}, why_not)
            continue
        names = [system.system for system in systems]
        differences = (
            _of_means(units, judge, names) if groups is None else _of_verdicts(units, groups[judge])
        )
        lowest = units.facts.best == "lowest" and groups is None
        by_rater[judge or PEOPLE] = _tests(names, means, differences, lowest_is_best=lowest)
    return by_rater


def _why_not(units: Units, systems: Sequence[SystemResult], openings: Asked, rater: str) -> str:
    """Return the reason why no pair is tested, or "" if pairs are tested. Pairs are not tested if
    there are too many systems. They are also not tested if an answer decided which outputs are
    rated, because the systems would then be compared on different items."""
    if len(systems) > MOST_SYSTEMS:
        return TOO_MANY
    return "" if all_asked(units.facts, openings, rater) else NOT_ALL_ASKED


def _of_means(units: Units, judge: str | None, names: Sequence[str]) -> Differences:
    """Return a function that gives the first system's mean minus the second's for each item that
    has both."""
    values = units.people_means() if judge is None else units.judges[judge]
    matrix = units.matrix(values)[:, [units.systems.index(name) for name in names]]

    def differences(first: int, second: int) -> Floats:
        both = matrix[:, first] - matrix[:, second]
        return np.asarray(both[~np.isnan(both)], dtype=np.float64)

    return differences


def _of_verdicts(units: Units, verdicts: Verdicts) -> Differences:
    """Return a function that gives, for each item, the share of verdicts that the first system won
    minus the share that it lost."""

    def differences(first: int, second: int) -> Floats:
        forward = (verdicts.system == first) & (verdicts.other == second)
        back = (verdicts.system == second) & (verdicts.other == first)
        rows = forward | back
        won = np.where(forward, verdicts.verdict, -verdicts.verdict)[rows]
        item = units.item[verdicts.unit[rows]]
        net = np.bincount(item, won, minlength=units.items).astype(np.float64)
        count = np.bincount(item, minlength=units.items).astype(np.float64)
        means = quotient(net, count)
        return np.asarray(means[~np.isnan(means)], dtype=np.float64)

    return differences


def _tests(
    names: Sequence[str],
    means: Sequence[Estimate | None],
    differences: Differences,
    *,
    lowest_is_best: bool,
) -> SystemTests:
    """Return the tested pairs, and the letters of the systems with a mean, best system first."""
    values = {
        index: mean.value
        for index, mean in enumerate(means)
        if mean is not None and mean.value is not None
    }
    order = sorted(values, key=lambda index: values[index] * (1 if lowest_is_best else -1))
    pairs = [
        (first, second, differences(first, second)) for first, second in combinations(order, 2)
    ]
    p_values, reasons = [], []
    for _first, _second, difference in pairs:
        try:
            p_values.append(paired_p(difference))
            reasons.append("")
        except NotEstimableError as error:
            p_values.append(np.nan)
            reasons.append(because(error))
    adjusted = holm(p_values)
    different = np.zeros((len(order), len(order)), dtype=bool)
    place = {index: number for number, index in enumerate(order)}
    tested = []
    for (first, second, difference), p_value, corrected, reason in zip(
        pairs, p_values, adjusted.tolist(), reasons, strict=True
    ):
        different[place[first], place[second]] = corrected < SIGNIFICANT
        tested.append(
            SystemPair(
                names[first],
                names[second],
                float(difference.mean()) if len(difference) else None,
                len(difference),
                None if reason else p_value,
                None if reason else corrected,
                reason,
                *(paired_interval(difference) or (None, None)),
            )
        )
    if all(reasons):
        return SystemTests(tuple(tested), {}, reasons[0] if reasons else "")
    letters = compact_letters(different)
    return SystemTests(
        tuple(tested), {names[index]: letters[number] for number, index in enumerate(order)}
    )
