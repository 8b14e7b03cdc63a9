"""The question of a `points` section: how many of the total points an output gets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from surveys.kinds.numbers import whole_number
from surveys.kinds.question import AnswerError, Impression, Question, Value


@dataclass(frozen=True, kw_only=True)
class PointsQuestion(Question):
    """The points for one output. `keys` maps the letter of each output to the key of its points."""

    kind: ClassVar[str] = "points"
    keys: Mapping[str, str]
    total: int

    def parse(self, raw: object) -> Value | None:
        points = whole_number(raw)
        if points is not None and points not in self.values():
            message = _("%(points)s is not a number from 0 to %(total)s.")
            raise AnswerError("out_of_range", message % {"points": points, "total": self.total})
        return points

    def when_blank(self) -> str:
        return _("Give it points, or 0.")

    def conflict(self, values: Mapping[str, Value]) -> str:
        given = [int(values[key]) for key in self.keys.values() if key in values]
        if len(given) < len(self.keys) or sum(given) == self.total:
            return ""
        message = _("Together these are %(sum)s points, not %(total)s.")
        return message % {"sum": sum(given), "total": self.total}

    def prompt_lines(self) -> Sequence[str]:
        return [f"  Its share of {self.total} points, from 0 to {self.total}."]

    def values(self) -> Sequence[int]:
        return range(self.total + 1)

    def allowed(self) -> str:
        return f"0 to {self.total}; all outputs together {self.total}"

    def simulated(self, seen: Impression) -> Value:
        best = max(self.keys, key=seen.level_of)
        return self.total if self.output == best else 0
