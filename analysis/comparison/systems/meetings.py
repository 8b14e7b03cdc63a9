"""Wins, ties and losses of each system against other systems, by rater."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import numpy as np

from analysis.comparison.preferences import Verdicts, systems_of
from analysis.comparison.replicates import Replicates
from analysis.comparison.result_parts import Meeting
from analysis.comparison.results import PEOPLE
from analysis.comparison.systems.asked import Asked, all_asked
from analysis.data.frame import Codes
from analysis.data.units import Units
from analysis.statistics.results import Floats

MOST_IN_PAIRS = 6  # systems; with more, each is compared with all others together
MOST_SYSTEMS = 40
NEVER_MET = "not estimable: the two were never rated on one item"
# For two systems: the item and the outcome of each meeting, 1 if the first was better.
Outcomes = Callable[[int, int], tuple[Codes, Floats]]


def system_meetings(
    units: Units,
    replicates: Replicates,
    groups: Mapping[str | None, Verdicts] | None,
    judges: Sequence[str],
    openings: Asked,
) -> dict[str, tuple[Meeting, ...]]:
    """Return wins, ties and losses by rater, with people under `PEOPLE`. Raters who were not asked
    about every output are left out. The result is empty if neither end of the scale is better, or
    if there are too few or too many systems."""
    names = sorted(units.systems) if groups is None else systems_of(units)
    undirected = groups is None and (units.facts.best == "none" or units.facts.level == "nominal")
    if undirected or not 1 < len(names) <= MOST_SYSTEMS:
        return {}
    fixed, by_rater = replicates.without_systems(), {}
    raters = (each for each in (None, *judges) if all_asked(units.facts, openings, each or PEOPLE))
    for rater in raters:
        outcomes = (
            _of_means(units, rater, names) if groups is None else _of_verdicts(units, groups[rater])
        )
        meetings = tuple(
            _meeting(fixed, names, outcomes, first, seconds)
            for first, seconds in _opponents(len(names))
        )
        if any(meeting.wins.value is not None for meeting in meetings):
            by_rater[rater or PEOPLE] = meetings
    return by_rater


def _opponents(systems: int) -> list[tuple[int, list[int]]]:
    """Return every pair of systems or, if there are many, each system with all others together."""
    everyone = range(systems)
    if systems <= MOST_IN_PAIRS:
        return [(first, [second]) for first, second in combinations(everyone, 2)]
    return [(first, [other for other in everyone if other != first]) for first in everyone]


def _meeting(
    replicates: Replicates,
    names: Sequence[str],
    outcomes: Outcomes,
    first: int,
    seconds: Sequence[int],
) -> Meeting:
    met = [outcomes(first, second) for second in seconds]
    cell = np.concatenate([item for item, _outcome in met]) * replicates.systems
    outcome = np.concatenate([each for _item, each in met])
    wins, ties, losses = (
        replicates.mean(cell, (outcome == side).astype(float), reason=NEVER_MET, scale="share")
        for side in (1, 0, -1)
    )
    second = names[seconds[0]] if len(seconds) == 1 else ""
    return Meeting(names[first], second, wins, ties, losses)


def _of_means(units: Units, judge: str | None, names: Sequence[str]) -> Outcomes:
    """Return a function that compares two systems' means on each item that has outputs of both."""
    values = units.people_means() if judge is None else units.of_judge(judge)
    matrix = units.matrix(values)[:, [units.systems.index(name) for name in names]]
    better = -1 if units.facts.best == "lowest" else 1

    def outcomes(first: int, second: int) -> tuple[Codes, Floats]:
        difference = better * (matrix[:, first] - matrix[:, second])
        both = np.flatnonzero(~np.isnan(difference))
        return both, np.sign(difference[both])

    return outcomes


def _of_verdicts(units: Units, verdicts: Verdicts) -> Outcomes:
    def outcomes(first: int, second: int) -> tuple[Codes, Floats]:
        forward = (verdicts.system == first) & (verdicts.other == second)
        back = (verdicts.system == second) & (verdicts.other == first)
        rows = forward | back
        outcome = np.where(forward, verdicts.verdict, -verdicts.verdict)[rows]
        return units.item[verdicts.unit[rows]], outcome

    return outcomes
