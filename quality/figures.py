"""The value of a measure for one person, its stored form, and shares with confidence intervals."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any


@dataclass(frozen=True)
class Figure:
    """The value of one measure for one person, with the ends of its 95 % interval. The value is
    None if it cannot be computed. `n` is the number of observations that it is based on. `more` has
    further values by name."""

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def stored(self) -> dict[str, object]:
        """Return the value as a dict that can be stored as JSON."""
        return {
            "value": _rounded(self.value),
            "n": self.n,
            "low": _rounded(self.low),
            "high": _rounded(self.high),
            **self.more,
        }


def _rounded(number: float | None) -> float | None:
    return None if number is None else float(f"{number:.6g}")


Z_95 = 1.959964  # the 97.5th percentile of the standard normal distribution


def wilson(successes: int, trials: int, *, z: float = Z_95) -> tuple[float, float]:
    """Return Wilson's score interval for a share, as two numbers from 0 to 1. Return (0, 1) if
    there are no trials.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    """
    if not trials:
        return 0.0, 1.0
    share, spread = successes / trials, z * z / trials
    middle = share + spread / 2
    half = z * sqrt(share * (1 - share) / trials + spread / trials / 4)
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return max(0.0, low), min(1.0, high)


def share_of(part: int, whole: int, **more: object) -> Figure:
    """Return `part` of `whole` as a share with its interval. If `whole` is 0, the share is None."""
    if not whole:
        return Figure(None, 0, more=more)
    low, high = wilson(part, whole)
    return Figure(part / whole, whole, low, high, {"part": part, **more})
