"""Declaration of the section kind `ranking`."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import ShownOutput, Stimulus
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.measures import Measure
from surveys.kinds.question import Question
from surveys.kinds.ranking.question import RankQuestion


class RankingSection(SectionBase):
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "scores"
    asks: ClassVar[tuple[type[Question], ...]] = (RankQuestion,)
    substance: ClassVar[frozenset[str]] = frozenset({"ties"})

    kind: Literal["ranking"]
    ties: bool = Field(default=True, description="Whether several outputs can have the same rank.")

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        if rubric.outputs.per_page > 1 and not self.per_output and len(self.criteria) <= 1:
            return []
        remedy = (
            "Set `outputs.per_page` to 2 or more, name at most one criterion, and remove "
            "`per_output`. For another criterion, write another ranking."
        )
        return [Problem("a ranking orders the outputs of a page by one criterion.", remedy=remedy)]

    @property
    def recalls_outputs(self) -> bool:
        return True

    def measure(self, rubric: Asking) -> Measure | None:
        return Measure("rank", 1, rubric.outputs.per_page, level="ordinal", best="lowest")

    def key_patterns(self) -> list[str]:
        return [f"*.{key}" for key in self.criteria or (self.key,)]

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        del output  # the question is about all outputs at once
        (criterion,) = self.targets(rubric)
        keys = {ranked.letter: self.question_key(ranked, criterion) for ranked in stimulus.outputs}
        return [
            RankQuestion(
                key=keys[ranked.letter],
                keys=keys,
                ties=self.ties,
                **self.common(rubric, ranked, criterion)
                | {"label": rubric.output_title(ranked), "help": ""},
            )
            for ranked in stimulus.outputs
        ]

    def page_context(self, fields: Sequence[object]) -> Mapping[str, object]:
        """Return `ties` (whether outputs can share a rank) and `count` (the number of outputs to
        rank)."""
        return {"ties": self.ties, "count": len(fields)}
