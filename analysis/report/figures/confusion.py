"""A heat map of a judge's values by people's values, with a count in every cell."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from analysis.report.bundle import Drawn, Numbers
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.paper import ASIDE, COLUMN, EDGE, INK, MISSING, Sheet
from analysis.report.figures.words import (
    LINE,
    NOT_ESTIMABLE,
    cleaned,
    described,
    labels,
    lines_in,
    number,
    widest,
    width_of,
    wrapped,
)

Counts = NDArray[np.int64]
# One hue from white to dark: darker means more, in colour and in grey.
SHADES = LinearSegmentedColormap.from_list("shares", ["#ffffff", "#a9c8e0", "#3f7fb0", "#0b3a63"])
LIGHT_INK_FROM = (
    0.5  # share of the row; in cells with more, white text has more contrast than dark text
)
HIGHEST_CELL = 0.42  # inches
AIR = 0.03  # inches between a count and its cell's edges
KEY = "Shade: share of the row. Frame: the same value."


def confusion(
    counts: ArrayLike,
    *,
    values: Sequence[float | str],
    criterion: str,
    judge: str,
    people: str = "People",
    width: float = COLUMN,
) -> Drawn:
    """Draw the counts `counts[i, j]`, shape (K, K): how often people gave `values[i]` when the
    judge gave `values[j]`.

    Values are drawn in the order given. If there are too many numeric values for legible counts,
    neighbouring values are combined, and the figure says so. Labels are never combined. Raises
    ValueError if the shapes do not match.
    """
    table = np.asarray(counts, dtype=np.int64)
    if table.shape != (len(values), len(values)):
        raise ValueError(f"counts have the shape {table.shape}, but there are {len(values)} values")
    who = (people, judge)
    with house_style():
        grid = _grid(table, values, width)
        figure = _draw(grid, who, criterion, width).figure
        title = "Confusion matrix of people and judge"
        numbers = _numbers(grid, who)
        alt = described(_lead(grid, who, criterion), numbers)
        return rendered(figure, title=title, alt=alt, numbers=numbers)


@dataclass(frozen=True)
class _Grid:
    """The table as drawn: its counts, the names of the values, and the texts of its rows and
    columns. `joined` is true if neighbouring values were combined."""

    counts: Counts
    names: Sequence[str]
    rows: Sequence[str]
    columns: Sequence[str]
    joined: bool = False

    def cell(self, width: float) -> float:
        return min((width - _left(self.rows) - 0.1) / max(1, len(self.rows)), 1.0)


def _grid(table: Counts, values: Sequence[float | str], width: float) -> _Grid:
    if any(isinstance(value, str) for value in values):
        return _labelled(table, [cleaned(str(value)) for value in values], width)
    return _numbered(table, [number(float(value)) for value in values], width)


def _labelled(table: Counts, names: list[str], width: float) -> _Grid:
    """Return the table with labels for its rows. The columns have labels too if all labels fit;
    otherwise, they have the numbers of the rows."""
    rows = labels(names, 0.3 * width, 2)
    grid = _Grid(table, names, rows, rows)
    columns = labels(names, grid.cell(width) - 0.06, 3)
    if [column.replace("\n", "").replace(" ", "") for column in columns] == [
        name.replace(" ", "") for name in names
    ]:
        return _Grid(table, names, rows, columns)
    rows = labels([f"{number} {name}" for number, name in enumerate(names, 1)], 0.3 * width, 2)
    return _Grid(table, names, rows, [str(number) for number in range(1, len(names) + 1)])


def _numbered(table: Counts, names: list[str], width: float) -> _Grid:
    """Return the table with neighbouring values combined until every count fits its cell."""
    grid = _Grid(table, names, names, names)
    for group in range(1, len(names) + 1):
        starts = np.arange(0, len(names), group)
        small = np.add.reduceat(np.add.reduceat(table, starts, 0), starts, 1)
        groups = [names[start : start + group] for start in starts]
        group_names = [
            group[0] if len(group) == 1 else f"{group[0]} to {group[-1]}" for group in groups
        ]
        grid = _Grid(small, group_names, group_names, group_names, joined=group > 1)
        counted = max(width_of(_count(int(cell))) for cell in small.flat)
        if max(counted, widest(group_names)) + 0.06 <= grid.cell(width):
            break
    return grid


def _left(names: Sequence[str]) -> float:
    return EDGE + LINE + 0.08 + widest(names) + 0.06


def _count(count: int) -> str:
    return f"{count:,}".replace(",", "\u2009")


def _draw(grid: _Grid, who: tuple[str, str], criterion: str, width: float) -> Sheet:
    left_edge, cell = _left(grid.rows), grid.cell(width)
    size = max(1, len(grid.rows))
    texts = _texts(grid.counts, cell)
    # If not even shortened counts fit, they are written vertically.
    upright = max(map(width_of, texts.flat), default=0.0) > cell - AIR
    height = max(min(cell, HIGHEST_CELL), lines_in(grid.rows) * LINE + 0.04)
    if upright:
        height = max(height, *map(width_of, texts.flat)) + AIR
    heading = wrapped(criterion, width - 2 * EDGE, 2)
    below = wrapped(f"Judge: {who[1]}", width - 2 * EDGE, 2)
    foot = wrapped(
        KEY + (" Neighbouring values are joined." if grid.joined else ""), width - 2 * EDGE, 3
    )
    top = EDGE + lines_in([heading]) * LINE + 0.06
    bottom = top + size * height
    under = bottom + 0.06 + lines_in(grid.columns) * LINE + 0.03
    sheet = Sheet(width, under + (lines_in([below]) + lines_in([foot])) * LINE + 0.06 + EDGE)
    sheet.write(EDGE, EDGE + lines_in([heading]) * LINE / 2, heading)
    axes = sheet.axes(left_edge, top, cell * size, size * height)
    _cells(axes, grid.counts, texts, rotation=90 if upright else 0)
    for index, (row, column) in enumerate(zip(grid.rows, grid.columns, strict=True)):
        sheet.write(left_edge - 0.06, top + (index + 0.5) * height, row, across="right")
        sheet.write(
            left_edge + (index + 0.5) * cell,
            bottom + 0.06 + lines_in(grid.columns) * LINE / 2,
            column,
            across="center",
        )
    people = wrapped(who[0], size * height, 1)
    sheet.words.text(
        EDGE + LINE / 2,
        (top + bottom) / 2,
        people,
        rotation=90,
        ha="center",
        va="center",
        color=INK,
    )
    middle = left_edge + cell * size / 2
    half = widest([below]) / 2
    x = min(max(middle, EDGE + half), width - EDGE - half)
    sheet.write(x, under + lines_in([below]) * LINE / 2, below, across="center")
    sheet.write(EDGE, sheet.height - EDGE - lines_in([foot]) * LINE / 2, foot, style=ASIDE)
    if not grid.counts.sum():
        sheet.write(middle, (top + bottom) / 2, NOT_ESTIMABLE, across="center", style=MISSING)
    return sheet


def _cells(axes: Axes, table: Counts, texts: NDArray[np.str_], *, rotation: int) -> None:
    size = max(1, len(table))
    axes.set_xlim(0, size)
    axes.set_ylim(size, 0)
    axes.set_axis_off()
    totals = table.sum(1, keepdims=True)
    shares = np.divide(table, totals, out=np.zeros(table.shape), where=totals > 0)
    for (row, column), text in np.ndenumerate(texts):
        share = float(shares[row, column])
        ink = "white" if share >= LIGHT_INK_FROM else INK
        axes.add_patch(
            Rectangle(
                (column, row), 1, 1, facecolor=SHADES(share), edgecolor="#bbbbbb", linewidth=0.5
            )
        )
        if row == column:
            # A frame marks agreement without relying on the shade.
            axes.add_patch(
                Rectangle(
                    (column + 0.04, row + 0.06),
                    0.92,
                    0.88,
                    fill=False,
                    edgecolor=ink,
                    linewidth=0.8,
                )
            )
        if table.sum():
            axes.text(
                column + 0.5,
                row + 0.5,
                text,
                ha="center",
                va="center",
                color=ink,
                zorder=4,
                rotation=rotation,
            )


def _texts(table: Counts, cell: float) -> NDArray[np.str_]:
    """Return the text of every count. If one of the counts does not fit its cell, all are shortened
    to thousands or millions."""
    texts = np.array([[_count(int(count)) for count in row] for row in table], dtype=str).reshape(
        table.shape
    )
    if max(map(width_of, texts.flat), default=0.0) <= cell - AIR:
        return texts
    return np.array(
        [[_short_count(int(count)) for count in row] for row in table], dtype=str
    ).reshape(table.shape)


def _short_count(count: int) -> str:
    thousand, million = 1_000, 1_000_000
    if count < thousand:
        return str(count)
    return f"{count / thousand:.0f}k" if count < million else f"{count / million:.0f}M"


def _lead(grid: _Grid, who: tuple[str, str], criterion: str) -> list[str]:
    people, judge = map(cleaned, who)
    about = f"{cleaned(criterion)}: how often {judge} gave each value where {people} gave each"
    if not (total := int(grid.counts.sum())):
        return [about, NOT_ESTIMABLE]
    return [about, f"The same value in {int(np.trace(grid.counts))} of {total}"]


def _numbers(grid: _Grid, who: tuple[str, str]) -> Numbers:
    """Return a table with people's values in rows and the judge's values in columns. The table is
    empty if there are no counts."""
    people, judge = map(cleaned, who)
    rows = zip(grid.names, grid.counts, strict=True) if grid.counts.any() else ()
    return [["", *(f"{judge} {name}" for name in grid.names)]] + [
        [f"{people} {name}", *(f"{int(count)} times" if count else "0" for count in row)]
        for name, row in rows
    ]
