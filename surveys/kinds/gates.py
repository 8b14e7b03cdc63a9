"""Gates of questions. A gate determines from an earlier answer whether a question is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from django.utils.translation import gettext as _
from pydantic import Field

from surveys.base import Declared, Key


class ShowIf(Declared):
    """The earlier answers that open this section: certain values, or the numbers in a range."""

    section: Key = Field(description="An earlier section with a single question.")
    values: tuple[int, ...] = Field(
        default=(), alias="is", description="Stored answers after which the section is asked."
    )
    least: float | None = Field(
        default=None, alias="from", description="Smallest number after which the section is asked."
    )
    most: float | None = Field(
        default=None, alias="to", description="Largest number after which the section is asked."
    )

    def gate(
        self,
        key: str,
        *,
        label: str = "",
        shown_values: Mapping[Any, str] | None = None,
        reach: tuple[float, float] = (-inf, inf),
    ) -> "Gate":
        """Return a gate that depends on the question `key`. `reach` is the lowest and highest
        possible answer, and replaces an end of the range that is not set."""
        if not self.is_range:
            return Gate(key, self.values, label=label, shown_values=shown_values or {})
        low = reach[0] if self.least is None else self.least
        high = reach[1] if self.most is None else self.most
        return Gate(key, low=low, high=high, label=label)

    @property
    def is_range(self) -> bool:
        return self.least is not None or self.most is not None


@dataclass(frozen=True)
class Gate:
    """The answers to the question `key` that open another question: `values`, or the numbers from
    `low` to `high`. `shown_values` maps these values to their words on the page."""

    key: str
    values: tuple[float, ...] = ()
    low: float | None = None
    high: float | None = None
    label: str = ""
    shown_values: Mapping[Any, str] = field(default_factory=dict, hash=False)

    def opens(self, values: Mapping[str, object]) -> bool:
        """Return whether the answers in `values`, by question key, open the gate. A blank answer
        does not open it."""
        value = values.get(self.key)
        if not isinstance(value, int | float):
            return False
        if self.low is not None and self.high is not None:
            return self.low <= value <= self.high
        return value in self.values

    @property
    def attributes(self) -> Mapping[str, str]:
        """Return the gate's data attributes by name. The page's script uses them to open and close
        the gate."""
        if self.low is not None:
            return {"gate": self.key, "low": f"{self.low:.15g}", "high": f"{self.high:.15g}"}
        return {"gate": self.key, "opens": " ".join(map(str, self.shown_values or self.values))}

    def worded(self, *, numbers: bool = False) -> str:
        """Return the answers that open the gate as text. Values are given in words or, with
        `numbers`, as numbers."""
        if self.low is not None:
            return f"{self.low:.15g}–{self.high:.15g}"
        if numbers:
            return " or ".join(map(str, self.shown_values or self.values))
        return f" {_('or')} ".join(f"“{words}”" for words in self.shown_values.values())
