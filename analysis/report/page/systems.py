"""Systems on a report's page: order, statistics, cells in tables, and head-to-head results."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.comparison.result_parts import Standing, SystemResult, SystemTests
from analysis.comparison.results import PEOPLE, Comparison, CriterionResult
from analysis.report.page.judges import BLANK
from analysis.statistics.estimates import Estimate

# Names of figures by system begin with these.
RANKING, CORRECTED, DIFFERENCES = "ranking", "corrected", "differences"
# Names of figures about people only.
AGREEMENT, RELIABILITY = "agreement", "reliability"


def best_first(criterion: CriterionResult) -> list[SystemResult]:
    """Return the systems with the best first, according to people (or to the first judge if people
    rated none). Systems without a mean come last."""
    lowest = criterion.facts.best == "lowest" and not criterion.facts.preference
    by_people = any(system.people.value is not None for system in criterion.by_system)
    judges = [judge.judge for judge in criterion.judges]

    def place(system: SystemResult) -> tuple[bool, float, str]:
        first = None if by_people or not judges else system.judges.get(judges[0])
        mean = system.people if first is None else first
        value = 0.0 if mean.value is None else mean.value
        return mean.value is None, value if lowest else -value, system.system

    return sorted(criterion.by_system, key=place)


def systems_figure(criterion: CriterionResult) -> str:
    return f"{RANKING}-{slug(criterion.facts.key)}"


def differences_figure(criterion: CriterionResult) -> str:
    return f"{DIFFERENCES}-{slug(criterion.facts.key)}"


def corrected_figure(criterion: CriterionResult, judge: int) -> str:
    """Return the name of the figure with the criterion's scores corrected with judge number
    `judge`."""
    return f"{CORRECTED}-{slug(criterion.facts.key)}-{judge}"


def tells_means(figure: str) -> bool:
    return figure.startswith((f"{RANKING}-", f"{CORRECTED}-", f"{DIFFERENCES}-"))


def slug(text: str) -> str:
    """Return `text` in a form that can be part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


@dataclass(frozen=True)
class WinRow:
    """One system of a win matrix. It has the system's strengths, and its share of wins against each
    system with the tint that shows this share. The share against itself is None."""

    system: str
    pairs: Estimate
    rankings: Estimate
    cells: Sequence[tuple[Estimate, str] | None]


@dataclass(frozen=True)
class WinTable:
    """Head-to-head results on one criterion, by a judge or, if `rater` is "", by people."""

    criterion: str
    rater: str
    rankings: int
    rows: Sequence[WinRow]
    tie: Estimate


def win_tables(comparison: Comparison) -> list[WinTable]:
    """Return the win matrices of preferences and rankings, people's before the judges'."""
    return [
        WinTable(
            criterion.facts.title,
            "" if rater == PEOPLE else rater,
            strengths.rankings,
            [_win_row(index, standing) for index, standing in enumerate(strengths.systems)],
            strengths.tie,
        )
        for criterion in comparison.criteria
        for rater, strengths in criterion.strengths.items()
    ]


def _win_row(index: int, standing: Standing) -> WinRow:
    tints = [
        "" if share.value is None else f"wins-{min(4, int(share.value * 5))}"
        for share in standing.shares
    ]
    cells = [*zip(standing.shares, tints, strict=True)]
    others = [cell if column != index else None for column, cell in enumerate(cells)]
    return WinRow(standing.system, standing.pairs, standing.rankings, others)


@dataclass(frozen=True)
class SystemRow:
    """One system, with its mean or win rate by each rater and its letters in the pairwise tests."""

    system: str
    cells: Sequence[tuple[Estimate, str]]


@dataclass(frozen=True)
class SystemTable:
    """The systems of one criterion, best first. `raters` are the columns; the name of people is "".
    `tests` has the pairwise tests by rater."""

    criterion: CriterionResult
    raters: Sequence[str]
    rows: Sequence[SystemRow]
    tests: Sequence[tuple[str, SystemTests]]

    def is_drawn_by(self, figure: str) -> bool:
        return figure == systems_figure(self.criterion)

    def is_differences(self, figure: str) -> bool:
        return figure == differences_figure(self.criterion)


def system_tables(comparison: Comparison) -> list[SystemTable]:
    return [
        _system_table(criterion)
        for criterion in comparison.criteria
        if len(criterion.by_system) > 1
    ]


def _system_table(criterion: CriterionResult) -> SystemTable:
    raters = [PEOPLE, *(judge.judge for judge in criterion.judges)]
    tests = criterion.system_tests
    rows = [
        SystemRow(
            system.system,
            [
                (
                    system.people if rater == PEOPLE else system.judges.get(rater, BLANK),
                    tests[rater].letters.get(system.system, "") if rater in tests else "",
                )
                for rater in raters
            ],
        )
        for system in best_first(criterion)
    ]
    names = ["" if rater == PEOPLE else rater for rater in raters]
    tested = [
        (name, tests[rater]) for name, rater in zip(names, raters, strict=True) if rater in tests
    ]
    return SystemTable(criterion, names, rows, tested)
