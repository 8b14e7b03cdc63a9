"""Positions for charts of annotators' statistics. They are in per cent of an SVG's width, so that
charts can be resized without distortion or styles."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quality.measures import Unit

LOWEST_COEFFICIENT = -0.25  # lower values are drawn at the edge
EDGE = 2.0  # percent of the width that a point at either end needs
TOP, BASE = 8, 112  # pixels from the top: the highest and the lowest point in the chart of HITs
LEFT = 6.0  # percent of the width, for the numbers of the axis
ROUND_SECONDS = (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000)


@dataclass(frozen=True)
class Strip:
    """Positions on an axis: a value, the ends of its interval, and the median of all annotators. A
    missing position is None."""

    value: str
    low: str | None
    high: str | None
    middle: str | None


@dataclass(frozen=True)
class Axis:
    """An axis from `low` to `high`. `forth` is the function that transforms values to positions on
    the axis, for example `math.log`."""

    low: float
    high: float
    forth: Callable[[float], float] = float

    def place(self, number: float) -> str:
        start, stop = self.forth(self.low), self.forth(self.high)
        share = (self.forth(min(max(number, self.low), self.high)) - start) / (stop - start)
        return f"{EDGE + (100 - 2 * EDGE) * share:.2f}%"


def axis_for(unit: Unit, typical: Mapping[str, float] | None) -> Axis | None:
    """Return the axis for a measure in `unit`. Return None if the axis depends on the `typical`
    values and there are none."""
    if unit == "share":
        return Axis(0.0, 1.0)
    if unit == "coefficient":
        return Axis(LOWEST_COEFFICIENT, 1.0)
    if not typical:
        return None
    if unit in {"seconds", "factor"}:
        return Axis(max(typical["low"], 0.1) / 2, max(typical["high"], 0.1) * 2, math.log)
    reach = max(abs(typical["low"]), abs(typical["high"]), 1e-9) * 1.25
    return Axis(-reach, reach)


def strip(
    axis: Axis | None, figure: Mapping[str, Any], typical: Mapping[str, float] | None
) -> Strip | None:
    """Return the positions of a value, its interval and the median of all annotators (from
    `typical`) on the axis. For a time, the interval is the middle half of the person's HITs. Return
    None if there is no axis or no value."""
    if axis is None or figure.get("value") is None:
        return None
    low, high = figure.get("middle") or (figure.get("low"), figure.get("high"))
    return Strip(
        axis.place(figure["value"]),
        None if low is None else axis.place(low),
        None if high is None else axis.place(high),
        axis.place(typical["median"]) if typical else None,
    )


@dataclass(frozen=True)
class Dot:
    x: str
    y: int


@dataclass(frozen=True)
class Line:
    y: int
    seconds: float


@dataclass(frozen=True)
class Course:
    """The chart of a person's times per HIT, in the order of claiming, on a log scale. `median` is
    the line of the median of all annotators."""

    dots: Sequence[Dot]
    lines: Sequence[Line]
    median: Line | None


def course_of(seconds: Sequence[float], median: float | None) -> Course | None:
    """Return the chart of these times, or None for fewer than two HITs. `median` is the median of
    all annotators."""
    if len(seconds) < 2:  # noqa: PLR2004 - a course
        return None
    numbers = [max(number, 0.1) for number in [*seconds, *([median] if median else [])]]
    low, high = math.log(min(numbers) / 1.3), math.log(max(numbers) * 1.3)

    def height(number: float) -> int:
        return round(BASE - (BASE - TOP) * (math.log(max(number, 0.1)) - low) / (high - low))

    step = (100 - LEFT - EDGE) / (len(seconds) - 1)
    dots = [
        Dot(f"{LEFT + step * place:.2f}%", height(number)) for place, number in enumerate(seconds)
    ]
    lines = [
        Line(height(number), number) for number in ROUND_SECONDS if low < math.log(number) < high
    ]
    return Course(dots, lines, Line(height(median), median) if median else None)
