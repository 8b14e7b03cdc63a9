"""The question about the first failing turn. The answer is the turn's number, or 0 if no turn
fails."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from surveys.kinds.numbers import nearest, whole_number
from surveys.kinds.question import AnswerError, Impression, Question, Value

NONE = 0
GOOD = 0.6  # from this quality on, a simulated annotator sees no failure
LISTED = 40


@dataclass(frozen=True)
class Choice:
    """A turn that can be chosen, with the beginning of its text."""

    number: int
    words: str


@dataclass(frozen=True, kw_only=True)
class FailureQuestion(Question):
    """A question about the first turn that fails. `choices` are the turns that can be chosen."""

    kind: ClassVar[str] = "first_failure"
    choices: Sequence[Choice]
    none: str

    def parse(self, raw: object) -> Value | None:
        number = whole_number(raw)
        if number is not None and number not in self.values():
            raise AnswerError("out_of_range", self.when_blank())
        return number

    def when_blank(self) -> str:
        return _("Choose the first turn that fails, or 0 if none fails.")

    def prompt_lines(self) -> Sequence[str]:
        lines = [f"  The number of the first turn that fails, or {NONE}: {self.none}."]
        if len(self.choices) <= LISTED:
            lines.append(f"  One of {', '.join(map(str, self.values()))}.")
        return lines

    def values(self) -> Sequence[int]:
        return [NONE, *(choice.number for choice in self.choices)]

    def worded(self) -> Mapping[int, str]:
        numbers = self.values()[1:]
        return {NONE: self.none} | {n: f"Turn {n}" for n in numbers}

    def meanings(self) -> Mapping[int, str]:
        return {NONE: self.none}

    @property
    def takes_amounts(self) -> bool:
        """Return False, because a turn's number only identifies the turn and is not an amount."""
        return False

    def allowed(self) -> str:
        return f"{NONE} = {self.none}; otherwise the number of a turn"

    def simulated(self, seen: Impression) -> Value:
        if seen.level >= GOOD or not self.choices:
            return NONE
        return nearest(self.values()[1:], max(seen.level, 0) / GOOD)
