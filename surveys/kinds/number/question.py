"""Questions for a number."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import ClassVar

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from surveys.kinds.numbers import decimal_number, rounded
from surveys.kinds.question import AnswerError, Impression, Question, Value


@dataclass(frozen=True, kw_only=True)
class NumberQuestion(Question):
    kind: ClassVar[str] = "number"
    low: int | float
    high: int | float
    unit: str = ""

    def parse(self, raw: object) -> Value | None:
        value = decimal_number(raw)
        if value is None:
            return None
        if value != rounded(value, self.decimals):
            if not self.decimals:
                whole = _("%(value)s is not a whole number.")
                raise AnswerError("not_integer", whole % {"value": number_format(value)})
            message = ngettext(
                "%(value)s has more than %(most)s decimal place.",
                "%(value)s has more than %(most)s decimal places.",
                self.decimals,
            )
            details = {"value": number_format(value), "most": self.decimals}
            raise AnswerError("not_integer", message % details)
        if not self.low <= value <= self.high:
            message = _("%(value)s is not between %(low)s and %(high)s.")
            raise AnswerError(
                "out_of_range", message % {"value": number_format(value), **self.ends}
            )
        return value

    def when_blank(self) -> str:
        return _("Choose a number from %(low)s to %(high)s.") % self.ends

    @property
    def ends(self) -> dict[str, str]:
        """Return the ends of the range, formatted as people write numbers."""
        return {"low": number_format(self.low), "high": number_format(self.high)}

    @property
    def plain(self) -> dict[str, str]:
        """Return the ends of the range and the step, formatted for HTML attributes and JSON."""
        step = f"{10**-self.decimals:.{self.decimals}f}"
        return {"low": f"{self.low}", "high": f"{self.high}", "step": step}

    def prompt_lines(self) -> Sequence[str]:
        unit = f", in {self.unit}" if self.unit else ""
        decimals = f", with at most {self.decimals} decimals" if self.decimals else ""
        number = "number" if self.decimals else "whole number"
        return [f"  A {number} from {self.low} to {self.high}{unit}{decimals}."]

    def values(self) -> Sequence[int]:
        return range(ceil(self.low), floor(self.high) + 1)

    @property
    def reach(self) -> tuple[float, float]:
        return self.low, self.high

    def without_unit(self, rest: str) -> str:
        stripped = rest.lstrip()
        if not self.unit or not stripped.startswith(self.unit):
            return rest
        behind = stripped[len(self.unit) :]
        return rest if self.unit[-1].isalnum() and behind[:1].isalnum() else behind

    @property
    def takes_amounts(self) -> bool:
        """Return False, because a share such as “3 of 10” is not a valid answer to a question for a
        number."""
        return False

    def allowed(self) -> str:
        decimals = f", at most {self.decimals} decimals" if self.decimals else ""
        return f"{self.low} to {self.high}{f' {self.unit}' if self.unit else ''}{decimals}"

    def simulated(self, seen: Impression) -> Value:
        share = min(1.0, max(0.0, seen.share))
        return rounded(self.low + share * (self.high - self.low), self.decimals)
