"""Figures as plain coordinates, which a template draws as SVG: no script, no inline style."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.report import SystemMeans

LEFT, RIGHT, ROW = 190, 560, 34  # pixels: where the scale begins and ends, and a row's height


@dataclass(frozen=True)
class Mark:
    """One system's row: its name, the row's middle, and where each mean lies (None without one)."""

    name: str
    y: int
    human: float | None
    judge: float | None
    human_value: float | None
    judge_value: float | None


@dataclass(frozen=True)
class SystemChart:
    """A row per system on one scale."""

    marks: Sequence[Mark]
    ticks: Sequence[tuple[float, int]]
    height: int
    bottom: int


def system_chart(systems: Sequence[SystemMeans], values: Sequence[int]) -> SystemChart:
    """The chart of the systems' means; `values` are ratings that occur, so that the scale holds them all."""
    means = [mean for one in systems for mean in (one.human, one.judge) if mean is not None]
    low, high = int(min([*values, *means], default=0)), int(-(-max([*values, *means], default=1) // 1))
    high = max(high, low + 1)

    def place(value: float | None) -> float | None:
        return None if value is None else round(LEFT + (value - low) / (high - low) * (RIGHT - LEFT), 1)

    marks = [
        Mark(one.system, 20 + number * ROW, place(one.human), place(one.judge), one.human, one.judge)
        for number, one in enumerate(systems)
    ]
    step = max(1, (high - low) // 5)
    bottom = 20 + len(marks) * ROW - ROW // 2 + 6
    return SystemChart(marks, [(place(tick) or 0, tick) for tick in range(low, high + 1, step)], bottom + 24, bottom)
