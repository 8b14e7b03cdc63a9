"""The declaration of a `preference`."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from surveys.base import ShownOutput, Stimulus
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.choice.question import Option
from surveys.kinds.measures import Measure
from surveys.kinds.preference.question import TIE, PreferenceQuestion
from surveys.kinds.question import Question
from tabular.errors import Problem


class PreferenceSection(SectionBase):
    words: ClassVar[tuple[str, ...]] = (*SectionBase.words, "tie")
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "scores"
    asks: ClassVar[tuple[type[Question], ...]] = (PreferenceQuestion,)
    substance: ClassVar[frozenset[str]] = frozenset({"tie"})

    kind: Literal["preference"]
    tie: str = Field(
        default="", description="The words of an answer for “no difference”; blank leaves it out."
    )

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        if rubric.outputs.per_page > 1 and not self.per_output:
            return []
        remedy = "Set `outputs.per_page: 2`, and leave `per_output` out of this section."
        return [Problem("a preference is between the two outputs of a page.", remedy=remedy)]

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        return Measure("pair", level="nominal")

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        outputs = [
            Option(value=each.position, text=rubric.output_title(each)) for each in stimulus.outputs
        ]
        tie = [Option(value=TIE, text=self.tie)] if self.tie else []
        return [
            PreferenceQuestion(
                key=self.question_key(output, criterion),
                options=(*outputs, *tie),
                letters=tuple(each.letter for each in stimulus.outputs),
                **self.common(rubric, output, criterion),
            )
            for criterion in self.targets(rubric)
        ]
