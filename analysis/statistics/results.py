"""What a statistic gives: a value with its interval, or the reason why there is none."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
# What an item whose scores do not vary counts as in a mean of correlations.
Constant = Literal["skip", "zero"]
# How a figure's interval is taken: see `jackknife_interval`; "steps" is for one that jumps.
Scale = Literal["free", "positive", "share", "correlation", "angle", "agreement", "steps"]


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


class NotEstimableError(ValueError):
    """The figure cannot be estimated from these data; the message is a sentence for the report that
    says why."""
