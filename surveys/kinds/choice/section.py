"""Declaration of the section kind `choice`."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from core.errors import Problem
from surveys.base import ShownOutput, Stimulus
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.choice.question import ChoiceQuestion, Option
from surveys.kinds.measures import Measure
from surveys.kinds.numbers import out_of_reach
from surveys.kinds.question import Question
from surveys.kinds.running import Running, best_of, direction_problems, in_one_order
from surveys.problems import declared_twice


class ChoiceSection(Running, SectionBase):
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "scores"
    asks: ClassVar[tuple[type[Question], ...]] = (ChoiceQuestion,)
    substance: ClassVar[frozenset[str]] = frozenset({"value"})
    form: ClassVar[frozenset[str]] = frozenset({"options_run"})

    kind: Literal["choice"]
    options: Annotated[tuple[Option, ...], Field(min_length=2)]

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        values = [option.value for option in self.options]
        return [
            *out_of_reach("options", values),
            *declared_twice("options", values, key="value"),
            *direction_problems(self.options_run, values, best_of(rubric, self.criteria)),
        ]

    def in_order(self, rubric: Asking, order: int) -> Self:
        del rubric
        options = self.options
        if self.options_run == "shuffled":
            options = in_one_order(options, order, seed=self.key)
        elif self.options_run == "balanced" and order % 2:
            options = options[::-1]
        return self.model_copy(update={"options": options})

    def option_names(self) -> Sequence[str]:
        return [str(option.value) for option in self.options]

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
