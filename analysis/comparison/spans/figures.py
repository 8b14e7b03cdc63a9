"""Agreement on marked passages, section by section: of people, and of each judge with people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from analysis.comparison.catalogue import NO_OVERLAP, NO_RATINGS, ONE_RATING
from analysis.comparison.replicates import Replicates
from analysis.comparison.spans.results import MarkFigure
from analysis.data.facts import MarkedSection, Passage
from analysis.statistics.agreement.spans import overlap, places
from analysis.statistics.estimates import Estimate
from analysis.statistics.results import Floats

ALL = "All marks"
NOTHING = "not estimable: nothing is marked"


@dataclass
class _Unit:
    """One marked text: the marks of people, and those of each reply of a judge."""

    item: str
    people: list[Sequence[Passage]] = field(default_factory=list)
    judges: dict[str, list[Sequence[Passage]]] = field(default_factory=dict)


def mark_figures(
    sections: Sequence[MarkedSection], judges: Sequence[str], *, draws: int, seed: int
) -> Iterator[MarkFigure]:
    """Yield character F1 of all marks, then by category and severity; of people first."""
    for section in sections:
        units = _units(section)
        kinds = [
            (member, key, title)
            for member, titles in section.choices.items()
            for key, title in titles.items()
        ]
        for member, key, name in [("", "", ALL), *kinds]:
            for judge in ("", *judges):
                table, count = _sums(units, judge, member, key)
                figure = (
                    _estimate(table, count, draws, seed)
                    if count
                    else Estimate(None, 0, reason=_why_none(units, judge))
                )
                yield MarkFigure(section.key, section.title, member, key, name, judge, figure)


def _units(section: MarkedSection) -> list[_Unit]:
    units: dict[tuple[str, str], _Unit] = {}
    for answer in section.answers:
        unit = units.setdefault(answer.unit, _Unit(answer.item))
        of_rater = unit.judges.setdefault(answer.rater, []) if answer.judge else unit.people
        of_rater.append(answer.passages)
    return list(units.values())


def _sums(units: Sequence[_Unit], judge: str, member: str, key: str) -> tuple[Floats, int]:
    """Return the sums of each item, and the number of texts that they are of. Every reply of a
    judge is paired with every person of its text."""

    def of(rater: Sequence[Passage]) -> frozenset[int]:
        return places(
            [(mark.start, mark.end) for mark in rater if not member or getattr(mark, member) == key]
        )

    by_item: dict[str, list[tuple[int, int]]] = {}
    for unit in units:
        people, replies = [of(rater) for rater in unit.people], unit.judges.get(judge, [])
        if judge and people and replies:
            sums = overlap(people, [of(reply) for reply in replies])
        elif not judge and len(people) > 1:
            sums = overlap(people)
        else:
            continue
        by_item.setdefault(unit.item, []).append(sums)
    table = np.array([np.sum(sums, axis=0) for sums in by_item.values()], dtype=np.float64)
    return table, sum(map(len, by_item.values()))


def _why_none(units: Sequence[_Unit], judge: str) -> str:
    if judge:
        return NO_OVERLAP
    return ONE_RATING if any(unit.people for unit in units) else NO_RATINGS


def _estimate(table: Floats, count: int, draws: int, seed: int) -> Estimate:
    """Return F1 with the interval of a share; items are left out in turn."""
    replicates = Replicates.make(len(table), 1, draws=draws, seed=seed)
    shares = replicates.shares(np.arange(len(table)), table[:, 0], table[:, 1])
    return replicates.estimate(shares, n=count, reason=NOTHING, scale="share")
