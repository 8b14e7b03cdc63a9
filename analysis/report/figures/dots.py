"""Dot plots with whiskers on one scale. Each row can have points of several raters."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.report.bundle import Drawn, Numbers
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.paper import (
    ASIDE,
    AXIS,
    COLUMN,
    EDGE,
    GUIDE,
    INK,
    MISSING,
    PEOPLE,
    QUIET,
    Entry,
    Mark,
    Sheet,
    axis_label,
    band_patch,
    draw_estimate,
    judge_mark,
    legend_height,
    legend_rows,
    limits,
    scale,
)
from analysis.report.figures.words import (
    LINE,
    NOT_ESTIMABLE,
    cleaned,
    described,
    known,
    labels,
    lines_in,
    number,
    shortened,
    spoken,
    widest,
    width_of,
)
from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class Series:
    """One rater, with a name and the style of the points."""

    name: str
    mark: Mark


@dataclass(frozen=True)
class Row:
    """One row: each series' estimate, or None if the series is not in this row, and the band behind
    the points."""

    name: str
    points: Sequence[Estimate | None]
    band: Estimate | None = None


@dataclass(frozen=True)
class Scale:
    """The axis of a plot: its title, the format of its numbers, and a reference line."""

    text: str
    write: Callable[[float], str] = number
    line: float | None = None
    line_text: str = ""
    band_text: str = ""


def dot_plot(
    rows: Sequence[Row], series: Sequence[Series], axis: Scale, width: float, *, legend: bool = True
) -> Figure:
    """Return a figure that is `width` inches wide and as high as its rows need. Without rows, the
    figure says "not estimable"."""
    names = labels([row.name for row in rows], 0.32 * width, 2)
    left_edge = EDGE + widest(names) + 0.1
    inner = width - left_edge - 0.2  # half of the last number can extend beyond the axis
    entries = [Entry(mark.name, mark.mark) for mark in series] if legend else []
    if any(_whole(row.band) for row in rows):
        entries.append(Entry(axis.band_text))
    keys = legend_rows(entries, width - 2 * EDGE)
    heights = [_row_height(row, name) for row, name in zip(rows, names, strict=True)]
    caption = axis_label(axis.text, width - 2 * EDGE)
    top = EDGE + legend_height(keys) + (LINE + 0.02 if axis.line_text else 0)
    body = sum(heights) or 0.4
    sheet = Sheet(width, top + body + AXIS + lines_in([caption]) * LINE + EDGE)
    sheet.legend(keys)
    axes = sheet.axes(left_edge, top, inner, body)
    axes.set_ylim(body, 0)
    axes.set_yticks([])
    points = [point for row in rows for point in (*row.points, row.band) if point is not None]
    low, high = limits(points, [] if axis.line is None else [axis.line])
    scale(axes, low, high, inner, axis.write)
    _reference(sheet, axes, axis, (low, high), left_edge, inner, top)
    y = 0.0
    for row, name, height in zip(rows, names, heights, strict=True):
        sheet.write(left_edge - 0.1, top + y + height / 2, name, across="right")
        _draw_row(sheet, axes, row, series, (y, height), (left_edge, top, inner))
        y += height
        if row is not rows[-1]:
            axes.axhline(y, color=GUIDE, linewidth=0.5, zorder=0)
    if not rows:
        sheet.write(left_edge + 0.1, top + body / 2, NOT_ESTIMABLE, style=MISSING)
    sheet.write(
        width / 2, top + body + AXIS + lines_in([caption]) * LINE / 2, caption, across="center"
    )
    return sheet.figure


def _row_height(row: Row, name: str) -> float:
    lines = max(1, _lanes(row))
    return max(lines_in([name]) * LINE, lines * 0.14) + 0.08


def _lanes(row: Row) -> int:
    return sum(point is not None for point in row.points) + (
        row.band is not None and not _whole(row.band)
    )


def _whole(band: Estimate | None) -> bool:
    return band is not None and known(band.value) is not None


def _reference(
    sheet: Sheet,
    axes: Axes,
    axis: Scale,
    ends: tuple[float, float],
    left_edge: float,
    inner: float,
    top: float,
) -> None:
    if axis.line is None:
        return
    axes.axvline(axis.line, color=INK, linewidth=0.8, linestyle=(0, (4, 2)), zorder=1)
    if axis.line_text:
        text = shortened(axis.line_text, sheet.width - 2 * EDGE)
        half = width_of(text) / 2
        x = left_edge + (axis.line - ends[0]) / (ends[1] - ends[0]) * inner
        x = min(max(x, EDGE + half), sheet.width - EDGE - half)
        sheet.write(x, top - LINE / 2 - 0.02, text, across="center", style=ASIDE)


def _draw_row(
    sheet: Sheet,
    axes: Axes,
    row: Row,
    series: Sequence[Series],
    span: tuple[float, float],
    bounds: tuple[float, float, float],
) -> None:
    start, height = span
    if row.band is not None:
        _draw_band(axes, row.band, start, height)
    lane = (height - 0.08) / max(1, _lanes(row))
    y = start + 0.04 + lane / 2
    for style, point in zip(series, row.points, strict=True):
        if point is None:
            continue
        if known(point.value) is None:
            who = f"{cleaned(style.name)}: " if _lanes(row) > 1 else ""
            _say_missing(sheet, who, y, bounds)
        draw_estimate(axes, style.mark, point, y)
        y += lane
    if row.band is not None and not _whole(row.band):
        _say_missing(sheet, "ceiling: ", y, bounds)


def _draw_band(axes: Axes, band: Estimate, start: float, height: float) -> None:
    value, low, high = known(band.value), known(band.low), known(band.high)
    if value is None:
        return
    if low is not None and high is not None:
        axes.add_patch(band_patch(low, start + 0.02, high - low, height - 0.04))
    axes.plot(
        [value, value], [start + 0.02, start + height - 0.02], color=QUIET, linewidth=1.2, zorder=2
    )


def _say_missing(sheet: Sheet, who: str, y: float, bounds: tuple[float, float, float]) -> None:
    left_edge, top, inner = bounds
    room = inner - width_of(NOT_ESTIMABLE) - 0.1
    who = f"{shortened(who[:-2], room - width_of(': '))}: " if who else ""
    sheet.write(left_edge + 0.05, top + y, who + NOT_ESTIMABLE, style=MISSING)


@dataclass(frozen=True)
class Estimates:
    """One row, with each rater's estimate by the rater's name and the band behind the points."""

    name: str
    by_rater: Mapping[str, Estimate]
    band: Estimate | None = None


def marks_of(judges: Sequence[str], people: str = "") -> dict[str, Mark]:
    """Return the mark of each rater by name. People come first if `people` is their name and not
    ""."""
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
    """Draw points with whiskers in the given order. A missing estimate is replaced by a text. A
    rater without an entry in a row is left out of that row."""
    series = [Series(name, mark) for name, mark in raters.items()]
    plotted = [Row(row.name, [row.by_rater.get(name) for name in raters], row.band) for row in rows]
    with house_style():
        figure = dot_plot(plotted, series, axis, width, legend=legend)
        lead = [f"{title}: {cleaned(axis.text)}"]
        numbers = _numbers(rows, raters, axis)
        return rendered(figure, title=title, alt=described(lead, numbers), numbers=numbers)


def _numbers(rows: Sequence[Estimates], raters: Iterable[str], axis: Scale) -> Numbers:
    """Return a table with a row for each drawn row and a column for each rater. The last column is
    for the band. If every row is named after its only rater, all rows share one column."""
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
