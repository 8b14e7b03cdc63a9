"""A figure measured in inches, with axes, texts and legends at positions computed in advance.
Markers differ in shape before they differ in colour, so that they can be distinguished in
black-and-white print."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from analysis.report.figures.words import LINE, cleaned, known, number, shortened, width_of, wrapped
from analysis.statistics.estimates import Estimate

INK = "#222222"
QUIET = "#595959"  # secondary text; contrast of 7:1 on white
GUIDE = "#dddddd"
BAND, BAND_EDGE = "#e4e4e4", "#9a9a9a"
BAND_HATCH = "////"
# Four colours by Okabe and Ito (2008), the purple darkened, with a contrast of at least 3:1 on
# white. People are black.
BLUE, VERMILLION, GREEN, PURPLE = "#0072b2", "#d55e00", "#009e73", "#b8609a"
_COLOURS = (BLUE, VERMILLION, GREEN, PURPLE)
_SHAPES = ("o", "s", "^", "v", "P", "X", "<", ">")


@dataclass(frozen=True)
class Mark:
    """The style of one rater's marker: shape, colour, and whether it is filled or hollow."""

    shape: str
    colour: str
    filled: bool = True

    @property
    def face(self) -> str:
        return self.colour if self.filled else "white"


PEOPLE = Mark("D", "#000000")


def judge_mark(number: int) -> Mark:
    """Return the mark of judge `number`, counted from 0. There are sixteen different marks. Further
    judges repeat the marks and are distinguished by their order in the legend."""
    return Mark(
        _SHAPES[number % len(_SHAPES)],
        _COLOURS[number % len(_COLOURS)],
        filled=(number // len(_SHAPES)) % 2 == 0,
    )


COLUMN, PAGE = 3.4, 7.0  # inches: the width of one column of a paper, and of both columns
EDGE = 0.05
BASELINE = 0.039  # inches from the middle of a line of text down to its baseline
AXIS = 0.22  # inches for tick marks and their numbers
_HANDLE, _GAP = 0.2, 0.14  # inches in an entry of a legend


@dataclass(frozen=True)
class Entry:
    """An entry of a legend. An entry without a mark describes the band."""

    text: str
    mark: Mark | None = None


@dataclass(frozen=True)
class Style:
    """The style of a text. With `on_white`, the text hides what is drawn behind it."""

    colour: str = INK
    slant: bool = False
    on_white: bool = False


PLAIN = Style()
ASIDE = Style(QUIET)
MISSING = Style(QUIET, slant=True, on_white=True)


class Sheet:
    """A white figure. `words` contains the figure's texts, with coordinates in inches from the top
    left."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.figure = Figure((width, height))
        self.words = self.figure.add_axes((0, 0, 1, 1), zorder=2)
        self.words.set_xlim(0, width)
        self.words.set_ylim(height, 0)
        self.words.set_axis_off()
        self.words.patch.set_alpha(0)

    def axes(self, left_edge: float, top: float, width: float, height: float) -> Axes:
        bottom = self.height - top - height
        axes = self.figure.add_axes(
            (
                left_edge / self.width,
                bottom / self.height,
                width / self.width,
                height / self.height,
            ),
            zorder=1,
        )
        axes.tick_params(length=2.5, width=0.6, pad=2, colors=INK)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        for spine in axes.spines.values():
            spine.set_color(INK)
        return axes

    def write(
        self, x: float, y: float, text: str, *, across: str = "left", style: Style = PLAIN
    ) -> None:
        """Write text at `x`, vertically centred on `y`. `across` says whether the text is aligned
        left, right or centred. Lines are evenly spaced."""
        lines = text.split("\n")
        for index, line in enumerate(lines):
            self.words.text(
                x,
                y + (index - (len(lines) - 1) / 2) * LINE + BASELINE,
                line,
                ha=across,
                va="baseline",
                color=style.colour,
                style="italic" if style.slant else "normal",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.0}
                if style.on_white
                else None,
            )

    def legend(
        self, rows: Sequence[Sequence[Entry]], left_edge: float = EDGE, top: float = EDGE
    ) -> None:
        for index, row in enumerate(rows):
            x, y = left_edge, top + (index + 0.5) * (LINE + 0.03)
            for entry in row:
                self._handle(entry, x, y)
                self.write(x + _HANDLE, y, entry.text)
                x += _HANDLE + width_of(entry.text) + _GAP

    def _handle(self, entry: Entry, x: float, y: float) -> None:
        if entry.mark is None:
            self.words.add_patch(band_patch(x, y - 0.05, _HANDLE - 0.05, 0.1))
            return
        draw_mark(self.words, entry.mark, x + _HANDLE / 2 - 0.03, y)


def legend_rows(entries: Sequence[Entry], width: float) -> list[list[Entry]]:
    """Return the entries in rows that are at most `width` inches wide. An entry longer than a row
    is shortened."""
    rows: list[list[Entry]] = []
    free = 0.0
    for entry in entries:
        text = shortened(cleaned(entry.text), width - _HANDLE)
        taken = _HANDLE + width_of(text)
        if not rows or taken > free:
            rows.append([])
            free = width
        rows[-1].append(Entry(text, entry.mark))
        free -= taken + _GAP
    return rows


def legend_height(rows: Sequence[Sequence[Entry]]) -> float:
    return len(rows) * (LINE + 0.03) + 0.06 if rows else 0.0


def band_patch(x: float, y: float, width: float, height: float) -> Rectangle:
    return Rectangle(
        (x, y), width, height, facecolor=BAND, edgecolor=BAND_EDGE, hatch=BAND_HATCH, linewidth=0.6
    )


def draw_mark(axes: Axes, mark: Mark, x: float, y: float) -> None:
    axes.plot(
        [x],
        [y],
        mark.shape,
        markersize=4.8,
        markerfacecolor=mark.face,
        markeredgecolor=mark.colour,
        markeredgewidth=0.8,
        clip_on=False,
        zorder=4,
    )


def draw_estimate(axes: Axes, mark: Mark, estimate: Estimate, y: float) -> None:
    value, low, high = known(estimate.value), known(estimate.low), known(estimate.high)
    if value is None:
        return
    if low is not None and high is not None:
        axes.plot(
            [low, high], [y, y], color=mark.colour, linewidth=1.0, solid_capstyle="butt", zorder=3
        )
        for end in (low, high):
            axes.plot(
                [end],
                [y],
                "|",
                color=mark.colour,
                markersize=4,
                markeredgewidth=0.9,
                clip_on=False,
                zorder=3,
            )
    draw_mark(axes, mark, value, y)


def limits(estimates: Sequence[Estimate], also: Sequence[float] = ()) -> tuple[float, float]:
    """Return the smallest range that includes every value and interval, plus a margin. Without
    values, the range is 0 to 1."""
    parts = [
        known(part)
        for estimate in estimates
        if known(estimate.value) is not None
        for part in (estimate.value, estimate.low, estimate.high)
    ]
    values = [part for part in parts if part is not None] + list(also)
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    air = 0.06 * (high - low) or max(0.5, abs(low) * 0.05)
    return low - air, high + air


def scale(
    axes: Axes, low: float, high: float, inches: float, write: Callable[[float], str] = number
) -> None:
    """Draw the horizontal axis from `low` to `high`, with as many ticks as fit into `inches`."""
    axes.set_xlim(low, high)
    for most in range(max(1, math.floor(inches / 0.2)), 0, -1):
        ticks = [
            tick
            for tick in MaxNLocator(most, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
            if low <= tick <= high
        ]
        widths = [width_of(write(tick)) for tick in ticks]
        step = inches / max(1, len(ticks))
        if len(ticks) > 1:
            step = (ticks[1] - ticks[0]) / (high - low) * inches
        if max(widths, default=0) + 0.1 <= step:
            break
    axes.set_xticks(ticks)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _place: write(value)))


def axis_label(text: str, width: float) -> str:
    return wrapped(text, width, 3)
