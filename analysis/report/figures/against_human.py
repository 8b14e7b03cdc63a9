"""Judges against people, criterion by criterion: each judge's estimate beside what a person
reaches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis.report.drawn import Drawn
from analysis.report.figures.dots import Row, Scale, Series, dot_plot
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.palette import judge_mark
from analysis.report.figures.paper import COLUMN
from analysis.report.figures.words import cleaned, sentences, spoken
from analysis.statistics.estimates import Estimate

CEILING = "human ceiling"


@dataclass(frozen=True)
class CriterionRow:
    """One criterion: each judge's estimate by name, and people's leave-one-annotator-out ceiling
    (None: not asked)."""

    criterion: str
    judges: Mapping[str, Estimate]
    ceiling: Estimate | None = None


def judge_against_human(
    rows: Sequence[CriterionRow], *, statistic: str, width: float = COLUMN
) -> Drawn:
    """Points with whiskers per judge, the ceiling as a hatched band with its value as a line.

    `statistic` names what is estimated, its level and interval; it is the axis's text. A judge
    without an estimate is said in words at its place; one that a row does not name is left out of
    the row.
    """
    names = list(dict.fromkeys(name for row in rows for name in row.judges))
    plotted = [
        Row(row.criterion, [row.judges.get(name) for name in names], row.ceiling) for row in rows
    ]
    series = [Series(name, judge_mark(number)) for number, name in enumerate(names)]
    with house_style():
        figure = dot_plot(plotted, series, Scale(statistic, band_text=CEILING), width)
        return rendered(
            figure, title="Judges against people, per criterion", alt=_alt(rows, statistic)
        )


def _alt(rows: Sequence[CriterionRow], statistic: str) -> str:
    parts = [f"Judges against people, per criterion: {cleaned(statistic)}"]
    for row in rows:
        values = [f"{cleaned(name)} {spoken(estimate)}" for name, estimate in row.judges.items()]
        if row.ceiling is not None:
            values.append(f"{CEILING} {spoken(row.ceiling)}")
        parts.append(f"{cleaned(row.criterion)}: {', '.join(values)}")
    return sentences(parts)
