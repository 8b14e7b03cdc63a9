"""Declaration of the section kind `text`."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import ShownOutput, Stimulus
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.measures import Measure
from surveys.kinds.question import Question
from surveys.kinds.text.question import TextQuestion


class TextSection(SectionBase):
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "texts"
    asks: ClassVar[tuple[type[Question], ...]] = (TextQuestion,)
    form: ClassVar[frozenset[str]] = frozenset({"min_length", "max_length", "rows"})

    kind: Literal["text"]
    min_length: int = Field(default=0, ge=0)
    max_length: int = Field(default=4000, ge=1, le=20_000)
    rows: int = Field(default=3, ge=1, le=20)

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        del rubric
        if self.min_length <= self.max_length:
            return []
        what = f"{self.min_length} is greater than `max_length` ({self.max_length})."
        remedy = "Decrease `min_length`, or increase `max_length`."
        return [Problem(what, "min_length", remedy=remedy)]

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        return None

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        del stimulus
        return [
            TextQuestion(
                key=self.question_key(output, criterion),
                min_length=self.min_length,
                max_length=self.max_length,
                rows=self.rows,
                **self.common(rubric, output, criterion),
            )
            for criterion in self.targets(rubric)
        ]
