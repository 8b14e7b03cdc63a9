"""A rank as it is asked once: the place of one output among those on the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from surveys.kinds.numbers import whole_number
from surveys.kinds.question import AnswerError, Impression, Question, Value


@dataclass(frozen=True, kw_only=True)
class RankQuestion(Question):
    """`keys` are the keys of all outputs' ranks, by the outputs' letters."""

    kind: ClassVar[str] = "rank"
    keys: Mapping[str, str]

    def parse(self, raw: object) -> Value | None:
        rank = whole_number(raw)
        if rank is not None and rank not in self.values():
            message = _("%(rank)s is no place from 1 to %(last)s.")
            raise AnswerError("out_of_range", message % {"rank": rank, "last": len(self.keys)})
        return rank

    def when_blank(self) -> str:
        return _("Give it a place.")

    def conflict(self, values: Mapping[str, Value]) -> str:
        rivals = [key for key in self.keys.values() if values.get(key) == values[self.key]]
        return _("Two outputs have this place.") if len(rivals) > 1 else ""

    def prompt_lines(self) -> Sequence[str]:
        return [f"  Its place from 1 (best) to {len(self.keys)}; no two share one."]

    def values(self) -> Sequence[int]:
        return range(1, len(self.keys) + 1)

    def allowed(self) -> str:
        return f"1 to {len(self.keys)}; 1 = best"

    def simulated(self, seen: Impression) -> Value:
        return sorted(self.keys, key=seen.level_of, reverse=True).index(self.output or "") + 1
