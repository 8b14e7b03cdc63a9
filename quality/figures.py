"""The value of a measure for one person, with its interval, and its stored form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One measure of one person: its value with a 95 % interval, from `n` of the measure's `basis`;
    no value if it cannot be computed. `more`: further values for pages, by name."""

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def stored(self) -> dict[str, object]:
        """Return the value as JSON."""
        return {
            "value": _rounded(self.value),
            "n": self.n,
            "low": _rounded(self.low),
            "high": _rounded(self.high),
            **self.more,
        }


def _rounded(number: float | None) -> float | None:
    return None if number is None else float(f"{number:.6g}")
