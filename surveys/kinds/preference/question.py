"""A preference as it is asked once: by the position shown, stored by canonical output."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from surveys.base import LETTERS
from surveys.kinds.choice.question import ChoiceQuestion
from surveys.kinds.question import Value

TIE = 0


@dataclass(frozen=True, kw_only=True)
class PreferenceQuestion(ChoiceQuestion):
    """`letters` are the canonical outputs in the order shown.

    Stored: 1 for output a, 2 for output b, 0 for a tie.
    """

    kind: ClassVar[str] = "preference"
    chooses_output: ClassVar[bool] = True
    letters: tuple[str, ...]

    def parse(self, raw: object) -> Value | None:
        position = super().parse(raw)
        if not isinstance(position, int) or position == TIE:
            return position
        return LETTERS.index(self.letters[position - 1]) + 1

    def as_asked(self, value: Value) -> Value:
        if not isinstance(value, int) or value == TIE:
            return value
        return self.letters.index(LETTERS[value - 1]) + 1

    def preferred(self, value: Value) -> str | None:
        return None if value == TIE else LETTERS[int(value) - 1]

    def meanings(self) -> Mapping[int, str]:
        tie = {TIE: "tie"} if any(option.value == TIE for option in self.options) else {}
        return {number: f"output {letter}" for number, letter in enumerate(LETTERS, 1)} | tie
