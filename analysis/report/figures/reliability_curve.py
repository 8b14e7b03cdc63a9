"""Reliability of the mean by the number of raters, with a small panel for each criterion in which
the current number is marked."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from analysis.report.bundle import Drawn, Numbers
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.paper import (
    AXIS,
    BAND,
    BAND_EDGE,
    BLUE,
    COLUMN,
    EDGE,
    GUIDE,
    INK,
    MISSING,
    Sheet,
    axis_label,
    limits,
)
from analysis.report.figures.words import (
    LINE,
    NOT_ESTIMABLE,
    cleaned,
    described,
    known,
    lines_in,
    number,
    spoken,
    wrapped,
)
from analysis.statistics.estimates import Estimate

PANEL = 1.2  # inches; the width of the narrowest panel
HIGH = 1.15
TICK_NUMBERS = 0.36
DOTTED_UP_TO = 12  # points with dots; more dots would touch


@dataclass(frozen=True)
class ReliabilityCurve:
    """One criterion, with the reliability of the mean of 1, 2, … raters and the current number of
    raters (None if it varies)."""

    criterion: str
    raters: Sequence[int]
    values: Sequence[Estimate]
    current: int | None = None


def reliability_curve(
    curves: Sequence[ReliabilityCurve], *, statistic: str, width: float = COLUMN
) -> Drawn:
    """Draw a panel for each curve, all on the same scale. The interval is a band with edges, and
    the current number of raters is marked by a diamond with a label.

    `statistic` is the title of the vertical axis. Raises ValueError unless each curve has one value
    per number of raters.
    """
    if any(len(curve.raters) != len(curve.values) for curve in curves):
        raise ValueError("a curve needs one value for each number of raters")
    with house_style():
        figure = _draw(curves, statistic, width)
        title = "Reliability by number of raters"
        numbers = _numbers(curves)
        alt = described([f"{cleaned(statistic)} by number of raters"], numbers)
        return rendered(figure, title=title, alt=alt, numbers=numbers)


def _draw(curves: Sequence[ReliabilityCurve], statistic: str, width: float) -> Figure:
    across = max(1, min(len(curves), int((width - EDGE) / (PANEL + TICK_NUMBERS))))
    down = -(-max(1, len(curves)) // across)
    cell = (width - EDGE - 0.08) / across
    panel = cell - TICK_NUMBERS
    heads = [_heading(curve, cell - 0.1) for curve in curves] or [NOT_ESTIMABLE]
    head = lines_in(heads) * LINE + 0.06
    title = axis_label(f"Vertical: {statistic}. Horizontal: number of raters.", width - 2 * EDGE)
    high = head + HIGH + AXIS + 0.06
    sheet = Sheet(width, EDGE + down * high + lines_in([title]) * LINE + EDGE)
    low, top_value = limits([value for curve in curves for value in curve.values])
    for index, (curve, heading) in enumerate(zip(curves, heads, strict=False)):
        left_edge = EDGE + (index % across) * cell + TICK_NUMBERS
        top = EDGE + (index // across) * high + head
        sheet.write(
            left_edge - TICK_NUMBERS + 0.05, top - 0.06 - lines_in([heading]) * LINE / 2, heading
        )
        axes = sheet.axes(left_edge, top, panel, HIGH)
        axes.set_ylim(low, top_value)
        _curve(axes, curve)
        if not any(known(estimate.value) is not None for estimate in curve.values):
            sheet.write(left_edge + 0.08, top + HIGH / 2, NOT_ESTIMABLE, style=MISSING)
    if not curves:
        sheet.write(width / 2, EDGE + high / 2, NOT_ESTIMABLE, across="center", style=MISSING)
    sheet.write(
        width / 2, sheet.height - EDGE - lines_in([title]) * LINE / 2, title, across="center"
    )
    return sheet.figure


def _heading(curve: ReliabilityCurve, room: float) -> str:
    """Return the criterion's name, with the reliability for the current number of raters below."""
    name = wrapped(curve.criterion, room, 2)
    values = dict(zip(curve.raters, curve.values, strict=True))
    now = values.get(curve.current) if curve.current else None
    if now is None:
        return name
    value = known(now.value)
    raters = f"{curve.current} rater{'s' if curve.current != 1 else ''}"
    words = f"{raters}: {NOT_ESTIMABLE if value is None else number(round(value, 2))}"
    return f"{name}\n{wrapped(words, room, 1)}"


def _curve(axes: Axes, curve: ReliabilityCurve) -> None:
    points = [
        (raters, value, estimate)
        for raters, estimate in zip(curve.raters, curve.values, strict=True)
        if (value := known(estimate.value)) is not None
    ]
    axes.set_xlim(min(curve.raters, default=1) - 0.4, max(curve.raters, default=1) + 0.4)
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True, min_n_ticks=1))
    axes.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _place: number(value)))
    axes.grid(axis="y", color=GUIDE, linewidth=0.5)
    axes.set_axisbelow(True)
    _band(axes, points)
    axes.plot(
        [raters for raters, _value, _one in points],
        [value for _raters, value, _one in points],
        "o-" if len(points) <= DOTTED_UP_TO else "-",
        color=BLUE,
        markersize=2.5,
        linewidth=1.1,
        zorder=3,
    )
    for raters, value, _one in points:
        if raters == curve.current:
            axes.axvline(raters, color=INK, linewidth=0.7, linestyle=(0, (4, 2)), zorder=2)
            axes.plot([raters], [value], "D", color=INK, markersize=4.8, zorder=4)


def _band(axes: Axes, points: Sequence[tuple[int, float, Estimate]]) -> None:
    """Draw the interval as a band. If only one point has an interval, draw whiskers instead."""
    banded = [
        (raters, low, high)
        for raters, _value, estimate in points
        if (low := known(estimate.low)) is not None and (high := known(estimate.high)) is not None
    ]
    if not banded:
        return
    at, lows, highs = zip(*banded, strict=True)
    axes.fill_between(at, lows, highs, facecolor=BAND, edgecolor=BAND_EDGE, linewidth=0.6, zorder=1)
    if len(banded) == 1:
        axes.plot(
            [at[0], at[0]],
            [lows[0], highs[0]],
            "_-",
            color=BLUE,
            markersize=4,
            linewidth=1.0,
            zorder=3,
        )


def _numbers(curves: Sequence[ReliabilityCurve]) -> Numbers:
    """Return a table with a row per criterion and a column per number of raters in any curve."""
    counts = sorted({raters for curve in curves for raters in curve.raters})
    heads = ["", *(f"{raters} rater{'s' if raters != 1 else ''}" for raters in counts)]
    rows = []
    for curve in curves:
        values = dict(zip(curve.raters, curve.values, strict=True))
        now = f" ({curve.current} rate now)" if curve.current else ""
        cells = (spoken(values[raters]) if raters in values else "" for raters in counts)
        rows.append([f"{cleaned(curve.criterion)}{now}", *cells])
    return [heads, *rows]
