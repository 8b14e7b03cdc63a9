"""The declaration of a `choice`."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import ShownOutput, Stimulus
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.choice.question import ChoiceQuestion, Option
from surveys.kinds.measures import Measure
from surveys.kinds.numbers import out_of_reach
from surveys.kinds.question import Question
from surveys.problems import declared_twice


class ChoiceSection(SectionBase):
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "scores"
    asks: ClassVar[tuple[type[Question], ...]] = (ChoiceQuestion,)
    substance: ClassVar[frozenset[str]] = frozenset({"value"})

    kind: Literal["choice"]
    options: Annotated[tuple[Option, ...], Field(min_length=2)]

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        del rubric
        values = [option.value for option in self.options]
        return [*out_of_reach("options", values), *declared_twice("options", values, key="value")]

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        values = [option.value for option in self.options]
        return Measure("value", min(values), max(values))

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        del stimulus
        return [
            ChoiceQuestion(
                key=self.question_key(output, criterion),
                options=self.options,
                **self.common(rubric, output, criterion),
            )
            for criterion in self.targets(rubric)
        ]
