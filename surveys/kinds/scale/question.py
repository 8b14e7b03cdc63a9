"""Questions that are answered on a scale."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from django.utils.translation import gettext as _

from surveys.kinds.numbers import nearest, whole_number
from surveys.kinds.question import AnswerError, Impression, Question, Value

BUTTONS_AT_MOST = 11
COARSE, STEP = 20, 5  # on a scale longer than COARSE, people answer in multiples of STEP


@dataclass(frozen=True, kw_only=True)
class ScaleQuestion(Question):
    kind: ClassVar[str] = "scale"
    low: int
    high: int
    low_label: str = ""
    high_label: str = ""
    anchors: Mapping[int, str] = field(default_factory=dict)
    falls: bool = False  # whether the greatest value is shown first

    def parse(self, raw: object) -> Value | None:
        value = whole_number(raw)
        if value is not None and not self.low <= value <= self.high:
            ends = {"value": value, "low": self.low, "high": self.high}
            raise AnswerError(
                "out_of_range", _("%(value)s is not between %(low)s and %(high)s.") % ends
            )
        return value

    def when_blank(self) -> str:
        ends = {"low": self.low, "high": self.high}
        return _("Choose a number from %(low)s to %(high)s.") % ends

    def prompt_lines(self) -> Sequence[str]:
        anchors = [f"  {value}: {text}" for value, text in sorted(self.anchors.items())]
        low = f"{self.low} ({self.low_label})" if self.low_label else self.low
        high = f"{self.high} ({self.high_label})" if self.high_label else self.high
        return [f"  A whole number from {low} to {high}.", *anchors]

    def values(self) -> Sequence[int]:
        return range(self.low, self.high + 1)

    def described(self) -> Mapping[int, str]:
        ends = {self.low: self.low_label, self.high: self.high_label}
        return {value: text for value, text in ends.items() if text} | dict(self.anchors)

    def allowed(self) -> str:
        anchors = [f"{value} = {text}" for value, text in sorted(self.anchors.items())]
        return "; ".join([f"{self.low} to {self.high}", *anchors])

    def simulated(self, seen: Impression) -> Value:
        step = STEP if self.high - self.low > COARSE else 1
        return nearest(range(self.low, self.high + 1, step), seen.share)

    @property
    def buttons(self) -> list[int]:
        """Return the values to show as buttons, in their order on the page. The list is empty if
        the scale has too many values for buttons, because the page then shows a slider."""
        values = list(self.values())
        if len(values) > BUTTONS_AT_MOST:
            return []
        return values[::-1] if self.falls else values

    @property
    def ticks(self) -> list[tuple[int, str]]:
        """Return (value, label) pairs for a slider's labelled values and ends. The list is empty if
        no value has a label."""
        ends = {self.low: "", self.high: ""}
        return sorted({**ends, **self.described()}.items()) if self.anchors else []

    @property
    def end_labels(self) -> tuple[str, str]:
        """Return the text before the first button and the text after the last button."""
        labels = (self.low_label, self.high_label)
        return labels[::-1] if self.falls else labels
