"""Estimates in rows, with a point for each rater, of systems, criteria or pairs of systems."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.report.drawn import Drawn, Numbers
from analysis.report.figures.dots import Row, Scale, Series, dot_plot
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.palette import PEOPLE, Mark, judge_mark
from analysis.report.figures.paper import COLUMN
from analysis.report.figures.words import cleaned, described, spoken
from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class Estimates:
    """A row: each rater's estimate by name, and the band behind them."""

    name: str
    by_rater: Mapping[str, Estimate]
    band: Estimate | None = None


def marks_of(judges: Sequence[str], people: str = "") -> dict[str, Mark]:
    """Return the mark of each rater; people come first if they have a name."""
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
    """Draw points with whiskers in the order given. Words replace a missing estimate; a rater that
    a row does not name is left out of it."""
    series = [Series(name, mark) for name, mark in raters.items()]
    plotted = [Row(row.name, [row.by_rater.get(name) for name in raters], row.band) for row in rows]
    with house_style():
        figure = dot_plot(plotted, series, axis, width, legend=legend)
        lead = [f"{title}: {cleaned(axis.text)}"]
        numbers = _numbers(rows, raters, axis)
        return rendered(figure, title=title, alt=described(lead, numbers), numbers=numbers)


def _numbers(rows: Sequence[Estimates], raters: Iterable[str], axis: Scale) -> Numbers:
    """Return a row for each row drawn and a column for each rater; the band has the last column.
    Rows named after their only rater share a column."""
    if all([*row.by_rater] == [row.name] for row in rows):
        raters = [axis.text]
        rows = [replace(row, by_rater={axis.text: row.by_rater[row.name]}) for row in rows]
    columns = [(cleaned(name), [row.by_rater.get(name) for row in rows]) for name in raters]
    if any(row.band is not None for row in rows):
        columns.append((axis.band_text, [row.band for row in rows]))
    return [["", *(head for head, _estimates in columns)]] + [
        [cleaned(row.name), *(_written(estimates[at], axis) for _head, estimates in columns)]
        for at, row in enumerate(rows)
    ]


def _written(estimate: Estimate | None, axis: Scale) -> str:
    return "" if estimate is None else spoken(estimate, axis.write)
