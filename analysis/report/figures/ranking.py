"""Systems ranked by people's and by judges' means, with lines that connect each system's ranks."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.report.bundle import Drawn, Numbers
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.paper import (
    ASIDE,
    AXIS,
    BLUE,
    COLUMN,
    EDGE,
    GUIDE,
    MISSING,
    PEOPLE,
    QUIET,
    VERMILLION,
    Mark,
    Sheet,
    axis_label,
    draw_estimate,
    judge_mark,
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
    spoken,
    widest,
    wrapped,
)
from analysis.statistics.estimates import Estimate

ROW = 0.165  # inches
LINKS = 0.32  # inches between two panels
# The width of the narrowest panel. The words "not estimable" can extend beyond it, because such a
# system has no line to the next panel.
NARROWEST = 0.66
BESIDE = 0.06  # inches between a panel, a rank and a name


@dataclass(frozen=True)
class RankedSystem:
    """One system's means according to the raters, in the order of the figure's `raters`."""

    name: str
    means: Sequence[Estimate]


@dataclass(frozen=True)
class _Column:
    """One rater's panel: each system's row and rank (as text), in the order of the systems."""

    rows: Sequence[int]
    ranks: Sequence[str]


def ranking(
    systems: Sequence[RankedSystem],
    *,
    raters: Sequence[str],
    measure: str,
    low_is_best: bool = False,
    width: float = COLUMN,
) -> Drawn:
    """Draw a panel for each rater, people first (`raters[0]`), with the best system at the top.
    Lines connect a system's ranks.

    `measure` is the axis's title. Judges that do not fit next to people in `width` inches get
    another block below, which repeats people's panel. Systems without a mean come last, with a
    note. Raises ValueError unless there is a judge and each system has one mean per rater.
    """
    if not raters[1:] or any(len(system.means) != len(raters) for system in systems):
        raise ValueError(
            "there must be a judge, and every system needs a mean for people and for each judge"
        )
    columns = [
        _column([system.means[index] for system in systems], low_is_best=low_is_best)
        for index in range(len(raters))
    ]
    with house_style():
        figure = _draw(systems, raters, columns, measure, width)
        lead = f"Systems ranked by {', '.join(map(cleaned, raters))}: {cleaned(measure)}"
        numbers = _numbers(systems, raters, columns)
        return rendered(
            figure,
            title="Systems ranked by people and by judges",
            alt=described([lead], numbers),
            numbers=numbers,
        )


def _column(means: Sequence[Estimate], *, low_is_best: bool) -> _Column:
    sign = 1 if low_is_best else -1
    values = [known(mean.value) for mean in means]
    placed = [(value is None, 0.0 if value is None else sign * value) for value in values]
    order = sorted(range(len(values)), key=placed.__getitem__)
    ranks = []
    for value in values:
        if value is None:
            ranks.append("")
            continue
        better = sum(other is not None and sign * other < sign * value for other in values)
        ranks.append(f"{better + 1}{'=' if values.count(value) > 1 else ''}")
    return _Column([order.index(index) for index in range(len(values))], ranks)


def _blocks(judges: int, room: float) -> list[list[int]]:
    """Return blocks of raters' indices. Each block has people, and as many judges as fit into
    `room` inches."""
    each = max(1, int((room + LINKS) / (NARROWEST + LINKS)) - 1)
    return [
        [0, *range(start, min(start + each, judges + 1))] for start in range(1, judges + 1, each)
    ]


def _draw(
    systems: Sequence[RankedSystem],
    raters: Sequence[str],
    columns: Sequence[_Column],
    measure: str,
    width: float,
) -> Figure:
    names = labels([system.name for system in systems], 0.2 * width)
    side = (
        EDGE
        + widest(names)
        + 2 * BESIDE
        + widest([rank for column in columns for rank in column.ranks])
    )
    room = width - 2 * side
    blocks = _blocks(len(raters) - 1, room)
    caption = axis_label(measure, width - 2 * EDGE)
    body = max(1, len(systems)) * ROW + 0.06
    widest_block = max(map(len, blocks))
    panel = (room - (widest_block - 1) * LINKS) / widest_block
    heads = [wrapped(name, panel + LINKS - 0.06, 2) for name in raters]
    head = lines_in(heads) * LINE + 0.04
    high = head + body + AXIS
    sheet = Sheet(width, EDGE + len(blocks) * high + lines_in([caption]) * LINE + EDGE)
    ends = limits([mean for system in systems for mean in system.means])
    for index, block in enumerate(blocks):
        bounds = (side, EDGE + index * high + head, panel, body)
        _block(
            sheet,
            systems,
            names,
            [(heads[rater], columns[rater], rater) for rater in block],
            bounds,
            ends,
        )
    if not systems:
        sheet.write(
            width / 2, EDGE + head + body / 2, NOT_ESTIMABLE, across="center", style=MISSING
        )
    sheet.write(
        width / 2, sheet.height - EDGE - lines_in([caption]) * LINE / 2, caption, across="center"
    )
    return sheet.figure


def _block(
    sheet: Sheet,
    systems: Sequence[RankedSystem],
    names: Sequence[str],
    panels: Sequence[tuple[str, _Column, int]],
    bounds: tuple[float, float, float, float],
    ends: tuple[float, float],
) -> None:
    left_edge, top, panel, body = bounds
    for index, (head, column, rater) in enumerate(panels):
        x = left_edge + index * (panel + LINKS)
        sheet.write(x + panel / 2, top - 0.04 - lines_in([head]) * LINE / 2, head, across="center")
        axes = sheet.axes(x, top, panel, body)
        axes.set_ylim(body, 0)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        scale(axes, *ends, panel)
        mark = PEOPLE if rater == 0 else judge_mark(rater - 1)
        _points(
            sheet,
            axes,
            [system.means[rater] for system in systems],
            column,
            mark,
            (x + panel / 2, top),
        )
        if index:
            _links(sheet, panels[index - 1][1], column, (x - LINKS, x), top)
    _names(sheet, names, panels[0][1], (left_edge - BESIDE, top), "right")
    right_edge = left_edge + len(panels) * panel + (len(panels) - 1) * LINKS
    _names(sheet, names, panels[-1][1], (right_edge + BESIDE, top), "left")


def _names(
    sheet: Sheet, names: Sequence[str], column: _Column, corner: tuple[float, float], across: str
) -> None:
    """Write the rank and the name of every system, with the rank next to the panel."""
    away = (widest(column.ranks) + BESIDE) * (1 if across == "left" else -1)
    for name, row, rank in zip(names, column.rows, column.ranks, strict=True):
        y = corner[1] + _height(row)
        sheet.write(corner[0], y, rank, across=across, style=ASIDE)
        sheet.write(corner[0] + away, y, name, across=across)


def _height(row: int) -> float:
    return 0.03 + (row + 0.5) * ROW


def _points(
    sheet: Sheet,
    axes: Axes,
    means: Sequence[Estimate],
    column: _Column,
    mark: Mark,
    centre: tuple[float, float],
) -> None:
    middle, top = centre
    for mean, row in zip(means, column.rows, strict=True):
        y = _height(row)
        axes.axhline(y, color=GUIDE, linewidth=0.5, zorder=0)
        draw_estimate(axes, mark, mean, y)
        if known(mean.value) is None:
            sheet.write(middle, top + y, NOT_ESTIMABLE, across="center", style=MISSING)


def _links(
    sheet: Sheet, before: _Column, after: _Column, ends: tuple[float, float], top: float
) -> None:
    """Draw a line for each system that both raters ranked. The line is solid if the rank rises,
    dashed if it falls, and thin and grey if it does not change."""
    for start, end, rank, other in zip(
        before.rows, after.rows, before.ranks, after.ranks, strict=True
    ):
        if not (rank and other):
            continue
        colour, style = (BLUE, "-") if end < start else (VERMILLION, (0, (3, 1.5)))
        if end == start:
            colour, style = QUIET, "-"
        heights = [top + _height(start), top + _height(end)]
        sheet.words.plot(
            [ends[0] + 0.02, ends[1] - 0.02],
            heights,
            color=colour,
            linestyle=style,
            linewidth=0.6 if end == start else 1.0,
        )


def _numbers(
    systems: Sequence[RankedSystem], raters: Sequence[str], columns: Sequence[_Column]
) -> Numbers:
    """Return a table of each system's rank and mean by each rater, with rows in people's order."""
    return [["", *map(cleaned, raters)]] + [
        [
            cleaned(systems[index].name),
            *(
                f"rank {column.ranks[index]}: {spoken(mean)}"
                if column.ranks[index]
                else spoken(mean)
                for column, mean in zip(columns, systems[index].means, strict=True)
            ),
        ]
        for index in sorted(range(len(systems)), key=columns[0].rows.__getitem__)
    ]
