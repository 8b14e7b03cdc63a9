"""What a statistic gives: a value with its interval, or the reason why there is none. No NumPy,
so that a web worker which computes nothing need not load it."""

from dataclasses import dataclass
from typing import Literal

# What an item whose scores do not vary counts as in a mean of correlations.
Constant = Literal["skip", "zero"]
# How a figure's interval is taken: see `jackknife_interval`.
Scale = Literal["free", "positive", "share", "correlation", "agreement"]


@dataclass(frozen=True)
class Estimate:
    """`value` with a 95 % interval, from `n` units; or None and the `reason`. Never a silent
    NaN."""

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    reason: str = ""


class NotEstimableError(ValueError):
    """The figure cannot be estimated from these data; the message is a sentence for the report that
    says why."""
