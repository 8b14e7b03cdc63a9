"""Agreement on the passages marked in each section, between people and between judges and
people."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from analysis.comparison.catalogue import NO_OVERLAP, NO_RATINGS, ONE_RATING
from analysis.comparison.replicates import Replicates
from analysis.comparison.result_parts import MarkFigure
from analysis.data.facts import MarkedSection, Passage
from analysis.statistics.agreement.spans import Places, overlap, places
from analysis.statistics.estimates import Estimate
from analysis.statistics.results import Floats

ALL = "All marks"
NOTHING = "not estimable: nothing is marked"


@dataclass
class _Unit:
    """One marked text, with the marks of each person and of each reply of a judge."""

    item: str
    people: list[Sequence[Passage]] = field(default_factory=list)
    judges: dict[str, list[Sequence[Passage]]] = field(default_factory=dict)


class _Covered(NamedTuple):
    """One marked text, with the character positions that each rater marked."""

    item: str
    people: Sequence[Places]
    judges: Mapping[str, Sequence[Places]]


def mark_figures(
    sections: Sequence[MarkedSection], judges: Sequence[str], *, draws: int, seed: int
) -> Iterator[MarkFigure]:
    """Yield, for each section, the character F1 of all marks, then of the marks of each category
    and severity. For each of these, agreement between people comes before each judge's agreement
    with people."""
    for section in sections:
        units = _units(section)
        kinds = [
            (member, key, title)
            for member, titles in section.choices.items()
            for key, title in titles.items()
        ]
        for member, key, name in [("", "", ALL), *kinds]:
            covered = [_covered(unit, member, key) for unit in units]
            for judge in ("", *judges):
                table, count = _sums(covered, judge)
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


def _covered(unit: _Unit, member: str, key: str) -> _Covered:
    """Return the character positions that each rater marked. Only marks whose attribute `member`
    (category or severity) has the value `key` count. If `member` is "", all marks count."""

    def of(rater: Sequence[Passage]) -> frozenset[int]:
        return places(
            [(mark.start, mark.end) for mark in rater if not member or getattr(mark, member) == key]
        )

    judges = {judge: [*map(of, replies)] for judge, replies in unit.judges.items()}
    return _Covered(unit.item, [*map(of, unit.people)], judges)


def _sums(units: Sequence[_Covered], judge: str) -> tuple[Floats, int]:
    """Return the sums that F1 is computed from, for each item, and the number of compared texts.
    Every reply of the judge is paired with every person who marked the same text. If `judge` is "",
    people are paired with each other."""
    by_item: dict[str, list[tuple[int, int]]] = {}
    for unit in units:
        replies = unit.judges.get(judge, [])
        if judge and unit.people and replies:
            sums = overlap(unit.people, replies)
        elif not judge and len(unit.people) > 1:
            sums = overlap(unit.people)
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
    replicates = Replicates.make(len(table), 1, draws=draws, seed=seed)
    shares = replicates.shares(np.arange(len(table)), table[:, 0], table[:, 1])
    return replicates.estimate(shares, n=count, reason=NOTHING, scale="share")
