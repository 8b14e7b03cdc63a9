"""A bar chart of responses over time as SVG. Horizontal lengths are in per cent of the width, and
vertical lengths are in pixels. The bars are therefore not distorted and need no inline styles."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from hits.progress.running import OverTime

TOP, BASE = 8, 128  # pixels from the top: the highest line, and zero
LEFT, RIGHT = 6.0, 100.0  # percent of the width: where the bars begin and end
GAP = 0.22  # share of a bar's width
STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Bar:
    """A bar for the number of responses (`count`) in the period from `start`. `x` and `width` are
    in per cent, and `y` and `height` are in pixels. `fill` is the CSS class, which differs for the
    unfinished period."""

    start: datetime
    count: int
    x: str
    width: str
    y: int
    height: int
    fill: str


@dataclass(frozen=True)
class Line:
    """A horizontal grid line with a number of responses as its label."""

    number: int
    y: int


@dataclass(frozen=True)
class Chart:
    """The chart of responses over time. Each bar's period has the length `seconds`."""

    bars: Sequence[Bar]
    lines: Sequence[Line]
    start: datetime
    end: datetime
    seconds: int
    most: int
    total: int


def chart_of(answers: OverTime | None) -> Chart | None:
    """Return the chart, or None if there are no responses yet."""
    if answers is None or not any(answers.counts):
        return None
    most = max(answers.counts)
    top = _round_up(most)
    room = (RIGHT - LEFT) / len(answers.counts)
    bars = []
    for place, count in enumerate(answers.counts):
        height = round((BASE - TOP) * count / top)
        bars.append(
            Bar(
                start=answers.start + timedelta(seconds=place * answers.seconds),
                count=count,
                x=f"{LEFT + room * (place + GAP / 2):.2f}%",
                width=f"{room * (1 - GAP):.2f}%",
                y=BASE - max(height, 1 if count else 0),
                height=max(height, 1 if count else 0),
                fill="f-mid" if place == len(answers.counts) - 1 else "f-1",
            )
        )
    numbers = sorted({0, top // 2 if top % 2 == 0 else 0, top})
    lines = [Line(number, round(BASE - (BASE - TOP) * number / top)) for number in numbers]
    return Chart(
        bars, lines, answers.start, answers.end, answers.seconds, most, sum(answers.counts)
    )


def _round_up(number: int) -> int:
    """Round the number up to 1, 2 or 5 times a power of ten."""
    power = 10 ** int(math.log10(number))
    return next(step * power for step in (*STEPS, 10) if step * power >= number)
