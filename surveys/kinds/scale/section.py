"""Declaration of the section kind `scale`."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from core.errors import Problem
from surveys.base import ShownOutput, Stimulus, Text
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.measures import Measure
from surveys.kinds.numbers import out_of_reach
from surveys.kinds.question import Question
from surveys.kinds.running import Running, best_of, direction_problems
from surveys.kinds.scale.question import ScaleQuestion

_SHUFFLED = [
    Problem(
        "a scale cannot be shuffled.",
        "options_run",
        remedy="Choose another order, or remove `options_run`.",
    )
]
GRID = 7  # maximum number of scores in a row of a grid


class ScaleSection(Running, SectionBase):
    words: ClassVar[tuple[str, ...]] = (*SectionBase.words, "low_label", "high_label", "anchors")
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "scores"
    asks: ClassVar[tuple[type[Question], ...]] = (ScaleQuestion,)
    substance: ClassVar[frozenset[str]] = frozenset({"low", "high"})
    form: ClassVar[frozenset[str]] = frozenset({"options_run"})

    kind: Literal["scale"]
    low: int = Field(description="Lowest value of the scale.")
    high: int = Field(description="Highest value of the scale.")
    low_label: str = ""
    high_label: str = ""
    anchors: dict[int, Text] = Field(
        default_factory=dict, description="Descriptions of the values of the scale."
    )

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.low >= self.high:
            raise ValueError(f"low ({self.low}) must be less than high ({self.high})")
        if strays := [value for value in self.anchors if not self.low <= value <= self.high]:
            raise ValueError(f"anchors {strays} are not between {self.low} and {self.high}")
        return self

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        best = best_of(rubric, self.criteria)
        return [
            *out_of_reach("low", [self.low]),
            *out_of_reach("high", [self.high]),
            *direction_problems(self.options_run, [], best),
            *(_SHUFFLED if self.options_run == "shuffled" else []),
        ]

    def in_order(self, rubric: Asking, order: int) -> Self:
        if self.options_run != "balanced" or order % 2 == 0:
            return self
        falls = best_of(rubric, self.criteria) != "lowest"
        return self.model_copy(update={"options_run": "best_first" if falls else "worst_first"})

    def page_context(self, fields: Sequence[Any]) -> Mapping[str, Any]:
        """Return `is_grid`, which says whether the page shows several scores as a grid. This is the
        case for short scales without anchors."""
        return {"is_grid": len(fields) > 1 and self.high - self.low < GRID and not self.anchors}

    def falls(self, rubric: Asking) -> bool:
        """Return whether the page shows the highest value first."""
        best = "lowest" if best_of(rubric, self.criteria) == "lowest" else "highest"
        return (self.options_run, best) in {("best_first", "highest"), ("worst_first", "lowest")}

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        return Measure("value", self.low, self.high)

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        del stimulus
        return [
            ScaleQuestion(
                key=self.question_key(output, criterion),
                low=self.low,
                high=self.high,
                low_label=self.low_label,
                high_label=self.high_label,
                anchors=self.anchors,
                falls=self.falls(rubric),
                **self.common(rubric, output, criterion),
            )
            for criterion in self.targets(rubric)
        ]
