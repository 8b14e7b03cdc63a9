"""The result of a statistic: a value with its interval, or the reason why there is none. NumPy is
not imported, so a web worker that computes nothing does not load it."""

from dataclasses import dataclass
from typing import Literal

# How a mean of correlations treats an item whose scores do not vary.
Constant = Literal["skip", "zero"]
# The scale of a statistic, which determines its interval: see `jackknife_interval`.
Scale = Literal["free", "positive", "share", "correlation", "agreement"]


@dataclass(frozen=True)
class Estimate:
    """A `value` with a 95 % interval, from `n` units. If there is no estimate, `value` is None and
    `reason` says why. The value is never NaN."""

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    reason: str = ""


class NotEstimableError(ValueError):
    """Raised if a statistic cannot be estimated from these data. The message is a sentence for the
    report that explains the reason."""
