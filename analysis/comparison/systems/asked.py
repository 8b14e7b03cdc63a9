"""Counts of how often each rater was asked the questions of a section that an earlier answer
opens."""

from collections.abc import Mapping

import numpy as np

from analysis.comparison.results import PEOPLE
from analysis.data.facts import Facts
from analysis.data.frame import Codes, Frame

NOT_ALL_ASKED = "not tested: not every output was asked about"
Asked = Mapping[str, tuple[int, int]]


def times_asked(frame: Frame, facts: Facts) -> dict[str, tuple[int, int]]:
    """Return, for each judge and for people (`PEOPLE`), the number of answers that opened the
    criterion's section and the number that could have opened it. Return an empty dictionary if the
    section does not depend on an answer.

    In a chain of sections that open each other, the first opening answer is counted, because only
    this answer exists for every output.
    """
    first = facts
    while first.gate:
        if first.gate not in frame.facts:
            return {}
        first = frame.facts[first.gate]
    if first is facts or first.opened_by:
        return {}
    gate, opened = frame.of_criterion(first.key), frame.of_criterion(facts.key)
    of_output = bool(np.all((gate.position > 0) & (gate.other.code == gate.other.find(""))))
    is_asked = np.isin(_places(gate, of_output), _places(opened, of_output))
    sides = {PEOPLE: ~gate.judge} | {name: gate.by_judge(name) for name in gate.raters(judge=True)}
    return {
        name: (int(is_asked[rows].sum()), int(rows.sum()))
        for name, rows in sides.items()
        if rows.any()
    }


def _places(frame: Frame, of_output: bool) -> Codes:
    """Return a number for each row that identifies the rater and the HIT and, if `of_output` is
    true, also the rated output."""
    place = frame.hit.code * len(frame.rater.names) + frame.rater.code
    return place * len(frame.system.names) + frame.system.code if of_output else place


def all_asked(facts: Facts, openings: Asked, rater: str) -> bool:
    """Return whether the rater is known to have been asked about every output."""
    if not facts.opened_by:
        return True
    times, of_all = openings.get(rater, (0, 1))
    return times == of_all
