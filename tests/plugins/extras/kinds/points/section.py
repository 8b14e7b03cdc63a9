"""The definition of the section kind `points`."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from core.errors import Problem
from surveys.base import ShownOutput, Stimulus
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.measures import Measure
from surveys.kinds.question import Question
from tests.plugins.extras.kinds.points.question import PointsQuestion


class PointsSection(SectionBase):
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "scores"
    asks: ClassVar[tuple[type[Question], ...]] = (PointsQuestion,)
    substance: ClassVar[frozenset[str]] = frozenset({"total"})

    kind: Literal["points"]
    total: int

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        if rubric.outputs.per_page > 1 and not self.per_output and len(self.criteria) == 1:
            return []
        remedy = "Set `outputs.per_page: 2`, name one criterion, and leave `per_output` out."
        return [Problem("points go to the outputs of a page, by one criterion.", remedy=remedy)]

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        return Measure("value", 0, self.total)

    def key_patterns(self) -> list[str]:
        return [f"*.{key}" for key in self.criteria]

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        del output  # it asks about all outputs at once
        criterion = rubric.criterion(self.criteria[0])
        keys = {shown.letter: self.question_key(shown, criterion) for shown in stimulus.outputs}
        return [
            PointsQuestion(
                key=keys[shown.letter],
                keys=keys,
                total=self.total,
                **self.common(rubric, shown, criterion) | {"label": rubric.output_title(shown)},
            )
            for shown in stimulus.outputs
        ]
