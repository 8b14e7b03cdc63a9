"""Estimates in rows, a point for each rater: systems, criteria or pairs of systems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis.report.drawn import Drawn
from analysis.report.figures.dots import Row, Scale, Series, dot_plot
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.palette import PEOPLE, Mark, judge_mark
from analysis.report.figures.paper import COLUMN
from analysis.report.figures.words import cleaned, sentences, spoken
from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class Estimates:
    """A row: each rater's estimate by name, and the band behind them."""

    name: str
    by_rater: Mapping[str, Estimate]
    band: Estimate | None = None


def marks_of(judges: Sequence[str], people: str = "") -> dict[str, Mark]:
    """The mark of each rater; people come first if they have a name."""
    of_judges = {name: judge_mark(number) for number, name in enumerate(judges)}
    return ({people: PEOPLE} if people else {}) | of_judges


def estimates_in_rows(
    rows: Sequence[Estimates],
    *,
    title: str,
    raters: Mapping[str, Mark],
    axis: Scale,
    width: float = COLUMN,
    legend: bool = True,
) -> Drawn:
    """Points with whiskers in the order given. A missing estimate is said in words at its place; a
    rater that a row does not name is left out of it."""
    series = [Series(name, mark) for name, mark in raters.items()]
    plotted = [Row(row.name, [row.by_rater.get(name) for name in raters], row.band) for row in rows]
    with house_style():
        figure = dot_plot(plotted, series, axis, width, legend=legend)
        parts = [f"{title}: {cleaned(axis.text)}", *(_spoken(row, axis) for row in rows)]
        return rendered(figure, title=title, alt=sentences(parts))


def _spoken(row: Estimates, axis: Scale) -> str:
    """ "fluency: a 0.5, b 0.4"; a row's only rater is named by the row."""
    estimates = [(cleaned(name), estimate) for name, estimate in row.by_rater.items()]
    if row.band is not None:
        estimates.append((axis.band_text, row.band))
    words = [spoken(estimate, axis.write) for _name, estimate in estimates]
    if len(estimates) > 1:
        words = [f"{name} {text}" for (name, _), text in zip(estimates, words, strict=True)]
    return f"{cleaned(row.name)}: {', '.join(words)}"
