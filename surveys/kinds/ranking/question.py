"""Questions of a ranking. Each question asks for the rank of one output among those on the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from surveys.kinds.numbers import whole_number
from surveys.kinds.question import AnswerError, Impression, Question, Value

CLOSE = 0.05  # a simulated annotator ranks outputs equally if their quality differs by less


@dataclass(frozen=True, kw_only=True)
class RankQuestion(Question):
    """A question about the rank of one output. `keys` are the keys of all outputs' ranks, by
    letter. With `ties`, several outputs can have the same rank."""

    kind: ClassVar[str] = "rank"
    keys: Mapping[str, str]
    ties: bool

    def parse(self, raw: object) -> Value | None:
        rank = whole_number(raw)
        if rank is not None and rank not in self.values():
            message = _("%(value)s is not between %(low)s and %(high)s.")
            values = {"value": rank, "low": 1, "high": len(self.keys)}
            raise AnswerError("out_of_range", message % values)
        return rank

    def when_blank(self) -> str:
        return _("Choose a rank.")

    def conflict(self, values: Mapping[str, Value]) -> str:
        rivals = [key for key in self.keys.values() if values.get(key) == values[self.key]]
        return "" if self.ties or len(rivals) == 1 else _("Another output already has this rank.")

    def prompt_lines(self) -> Sequence[str]:
        shared = "equally good ones share a place" if self.ties else "no two share one"
        return [f"  Its place from 1 (best) to {len(self.keys)}; {shared}."]

    def values(self) -> Sequence[int]:
        return range(1, len(self.keys) + 1)

    def allowed(self) -> str:
        ties = "; equal numbers = tie" if self.ties else ""
        return f"1 to {len(self.keys)}; 1 = best{ties}"

    def simulated(self, seen: Impression) -> Value:
        own = seen.level_of(self.output or "")
        ahead = [letter for letter in self.keys if seen.level_of(letter) > own + CLOSE]
        if self.ties:
            return len(ahead) + 1
        order = sorted(self.keys, key=lambda letter: (-seen.level_of(letter), letter))
        return order.index(self.output or "") + 1
