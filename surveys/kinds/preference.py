"""`preference`: which of the outputs is better. Asked by position, stored by canonical output."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from surveys.base import LETTERS, ShownOutput, Stimulus
from surveys.kinds.base import SectionBase
from surveys.kinds.choice import ChoiceQuestion, Option
from surveys.questions import Question, Value

if TYPE_CHECKING:
    from surveys.spec import Rubric

TIE = 0


@dataclass(frozen=True, kw_only=True)
class PreferenceQuestion(ChoiceQuestion):
    """`letters` are the canonical outputs in the order shown. Stored: 1 for output a, 2 for output b, 0 for a tie."""

    kind: ClassVar[str] = "preference"
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

    def meanings(self) -> Mapping[int, str]:
        tie = {TIE: "tie"} if any(option.value == TIE for option in self.options) else {}
        return {number: f"output {letter}" for number, letter in enumerate(LETTERS, 1)} | tie


class PreferenceSection(SectionBase):
    words: ClassVar[tuple[str, ...]] = (*SectionBase.words, "tie")

    kind: Literal["preference"]
    tie: str = Field(default="", description="The words of an answer for “no difference”; blank leaves it out.")

    def questions(self, rubric: "Rubric", stimulus: Stimulus, output: ShownOutput | None) -> Sequence[Question]:
        shown = tuple(Option(value=one.position, text=rubric.output_title(one)) for one in stimulus.outputs)
        options = (*shown, *([Option(value=TIE, text=self.tie)] if self.tie else []))
        return [
            PreferenceQuestion(
                key=self.question_key(output, criterion),
                options=options,
                letters=tuple(one.letter for one in stimulus.outputs),
                **self.common(rubric, output, criterion),
            )
            for criterion in self.targets(rubric)
        ]
