"""The pull of the first position: how often the output shown first won, for people and for
judges."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from analysis.report.drawn import Drawn
from analysis.report.figures.dots import Row, Scale, Series, dot_plot
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.palette import PEOPLE, judge_mark
from analysis.report.figures.paper import COLUMN
from analysis.report.figures.words import cleaned, percent, sentences, spoken
from analysis.statistics.estimates import Estimate

HUMAN, JUDGE = "human", "judge"


@dataclass(frozen=True)
class FirstShare:
    """The share, 0 to 1, of the verdicts with a winner that went to the output shown first."""

    name: str
    kind: Literal["human", "judge"]
    share: Estimate


def order_effect(rows: Sequence[FirstShare], *, width: float = COLUMN) -> Drawn:
    """A row per rater with its interval, and the 50 % line of no pull. People are diamonds, judges
    other shapes."""
    judges = [row.name for row in rows if row.kind == JUDGE]
    series = [
        Series(row.name, PEOPLE if row.kind == HUMAN else judge_mark(judges.index(row.name)))
        for row in rows
    ]
    plotted = [
        Row(row.name, [row.share if index == number else None for index in range(len(rows))])
        for number, row in enumerate(rows)
    ]
    axis = Scale(
        "Share of wins of the output shown first, with 95 % interval",
        percent,
        0.5,
        "50 %: the order has no pull",
    )
    with house_style():
        figure = dot_plot(plotted, series, axis, width, legend=False)
        return rendered(figure, title="Order effect", alt=_alt(rows))


def _alt(rows: Sequence[FirstShare]) -> str:
    parts = ["Share of verdicts that went to the output shown first; 50 % is no pull of the order"]
    parts += [f"{cleaned(row.name)} ({row.kind}): {spoken(row.share, percent)}" for row in rows]
    return sentences(parts)
