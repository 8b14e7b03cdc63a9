"""Which value a judge gives where people give which: a heat map with every count written in its cell."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from analysis.figures.drawn import Drawn, house_style, rendered
from analysis.figures.palette import INK
from analysis.figures.paper import COLUMN, EDGE, MISSING, Sheet
from analysis.figures.words import (
    LINE,
    NOT_ESTIMABLE,
    cleaned,
    labels,
    lines_in,
    number,
    sentences,
    widest,
    width_of,
    wrapped,
)

Counts = NDArray[np.int64]
# One hue from white to dark: darker is more, in colour and in grey.
SHADES = LinearSegmentedColormap.from_list("shares", ["#ffffff", "#a9c8e0", "#3f7fb0", "#0b3a63"])
LIGHT_INK_FROM = 0.5  # the shade from which white text has more contrast than dark
HIGHEST_CELL = 0.42  # inches
KEY = "Shade: share of the row. "


def confusion(
    counts: ArrayLike,
    *,
    values: Sequence[float | str],
    criterion: str,
    judge: str,
    people: str = "People",
    width: float = COLUMN,
) -> Drawn:
    """`counts[i, j]`: how often people gave `values[i]` where the judge gave `values[j]`; integers, shape (K, K).

    Values are in their order. Where more values exist than cells with legible counts fit, neighbours are joined, and
    the figure says so. ValueError if the shapes don't match.
    """
    table = np.asarray(counts, dtype=np.int64)
    if table.shape != (len(values), len(values)):
        raise ValueError(f"counts have the shape {table.shape}, but there are {len(values)} values")
    names = [number(float(value)) if isinstance(value, int | float) else cleaned(value) for value in values]
    with house_style():
        joined, shown = _joined(table, names, width)
        figure = _draw(joined, shown, (people, judge), criterion, width, merged=len(shown) < len(names)).figure
        return rendered(figure, title="Confusion of people and judge", alt=_alt(joined, shown, (people, judge), criterion))


def _joined(table: Counts, names: list[str], width: float) -> tuple[Counts, list[str]]:
    """The table with so many neighbouring values joined that every count fits its cell."""
    for group in range(1, max(1, len(names)) + 1):
        starts = np.arange(0, len(names), group)
        small = np.add.reduceat(np.add.reduceat(table, starts, 0), starts, 1) if len(names) else table
        groups = [names[start : start + group] for start in starts]
        shown = labels([one[0] if len(one) == 1 else f"{one[0]} to {one[-1]}" for one in groups], 0.25 * width, 2)
        widest_count = max((width_of(_count(int(one))) for one in small.flat), default=0.0)
        cell = (width - _left(shown) - 0.1) / max(1, len(shown))
        if max(widest_count, widest(shown)) + 0.06 <= cell or group >= len(names):
            return small, shown
    return table, names


def _left(shown: Sequence[str]) -> float:
    return EDGE + LINE + 0.08 + widest(shown) + 0.06


def _count(count: int) -> str:
    return f"{count:,}".replace(",", "\u2009")


def _draw(
    table: Counts, shown: Sequence[str], who: tuple[str, str], criterion: str, width: float, *, merged: bool
) -> Sheet:
    size = max(1, len(shown))
    left = _left(shown)
    cell = min((width - left - 0.1) / size, 1.0)
    height = max(min(cell, HIGHEST_CELL), lines_in(shown) * LINE + 0.04)
    note = KEY + ("Neighbouring values are joined." if merged else "")
    heading = wrapped(criterion, width - 2 * EDGE, 2)
    below = wrapped(who[1], width - left, 2)
    foot = wrapped(note, width - 2 * EDGE, 2)
    top = EDGE + lines_in([heading]) * LINE + 0.06
    bottom = top + size * height
    under = bottom + 0.06 + lines_in(shown) * LINE + 0.04
    sheet = Sheet(width, under + (lines_in([below]) + lines_in([foot])) * LINE + 0.06 + EDGE)
    sheet.write(left, top - 0.06 - lines_in([heading]) * LINE / 2, heading)
    axes = sheet.axes(left, top, cell * size, size * height)
    _cells(axes, table)
    for place, name in enumerate(shown):
        sheet.write(left - 0.06, top + (place + 0.5) * height, name, across="right")
        sheet.write(left + (place + 0.5) * cell, bottom + 0.06 + lines_in(shown) * LINE / 2, name, across="center")
    people = wrapped(who[0], max(size * height, 0.6), 1)
    sheet.words.text(EDGE + LINE / 2, (top + bottom) / 2, people, rotation=90, ha="center", va="center", color=INK)
    sheet.write(left + cell * size / 2, under + lines_in([below]) * LINE / 2, below, across="center")
    sheet.write(EDGE, sheet.height - EDGE - lines_in([foot]) * LINE / 2, foot)
    if not table.sum():
        sheet.write(left + cell * size / 2, (top + bottom) / 2, NOT_ESTIMABLE, across="center", style=MISSING)
    return sheet


def _cells(axes: Axes, table: Counts) -> None:
    size = max(1, len(table))
    axes.set_xlim(0, size)
    axes.set_ylim(size, 0)
    axes.set_xticks([])
    axes.set_yticks([])
    totals = table.sum(1, keepdims=True)
    shares = np.divide(table, totals, out=np.zeros(table.shape), where=totals > 0)
    for (row, column), count in np.ndenumerate(table):
        share = float(shares[row, column])
        # A frame marks agreement without leaning on the shade.
        edge = {"edgecolor": INK, "linewidth": 1.2, "zorder": 3} if row == column else {"edgecolor": "#bbbbbb", "linewidth": 0.5}
        axes.add_patch(Rectangle((column, row), 1, 1, facecolor=SHADES(share), **edge))
        if table.sum():
            colour = "white" if share >= LIGHT_INK_FROM else INK
            axes.text(column + 0.5, row + 0.5, _count(int(count)), ha="center", va="center", color=colour, zorder=4)


def _alt(table: Counts, shown: Sequence[str], who: tuple[str, str], criterion: str) -> str:
    people, judge = (cleaned(name) for name in who)
    flat = [name.replace("\n", " ") for name in shown]
    told = [f"{cleaned(criterion)}: how often {judge} gave each value where {people} gave each"]
    if not table.sum():
        return sentences([*told, NOT_ESTIMABLE])
    told.append(f"The same value in {int(np.trace(table))} of {int(table.sum())}")
    for name, row in zip(flat, table, strict=True):
        cells = ", ".join(f"{other} {int(count)} times" for other, count in zip(flat, row, strict=True) if count)
        told.append(f"{people} {name}: {cells or 'never'}")
    return sentences(told)
