"""What a statistic gives: a value with its interval, or the reason why there is none."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
# What an item whose scores do not vary counts as in a mean of correlations.
Constant = Literal["skip", "zero"]


def quotient(above: Floats, below: Floats, *, least: float = 0.0) -> Floats:
    """`above / below`, and NaN where the size of `below` isn't over `least`: there the statistic is
    undefined."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(np.abs(below) > least, above / below, np.nan)


@dataclass(frozen=True)
class Estimate:
    """`value` with a 95 % interval, from `n` units; or None and the `reason`. Never a silent
    NaN."""

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    reason: str = ""


def estimate(point: float, draws: Floats, *, n: int, reason: str) -> Estimate:
    """An Estimate from a point and its bootstrap draws (percentile interval over the draws that
    could be computed).

    `reason` is told when the point is NaN. The interval is left out when under half of the draws
    could be computed.
    """
    if np.isnan(point):
        return Estimate(None, n, reason=reason)
    usable = draws[~np.isnan(draws)]
    if len(usable) * 2 < max(1, len(draws)):
        return Estimate(float(point), n)
    low, high = np.percentile(usable, [2.5, 97.5])
    return Estimate(float(point), n, float(low), float(high))


class NotEstimableError(ValueError):
    """The figure cannot be estimated from these data; the message is a sentence for the report that
    says why."""
