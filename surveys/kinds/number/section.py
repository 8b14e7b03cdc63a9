"""Declaration of the section kind `number`."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import ShownOutput, Stimulus
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.measures import Measure
from surveys.kinds.number.question import NumberQuestion
from surveys.kinds.numbers import out_of_reach, rounded
from surveys.kinds.question import Question


class NumberSection(SectionBase):
    words: ClassVar[tuple[str, ...]] = (*SectionBase.words, "unit")
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "scores"
    asks: ClassVar[tuple[type[Question], ...]] = (NumberQuestion,)
    substance: ClassVar[frozenset[str]] = frozenset({"low", "high", "decimals", "unit"})

    kind: Literal["number"]
    low: float = Field(description="Smallest number that is accepted.")
    high: float = Field(description="Largest number that is accepted.")
    decimals: int = Field(default=0, ge=0, le=6, description="Maximum number of decimal places.")
    unit: str = Field(
        default="", max_length=20, description="Unit of the number, for example m or s."
    )

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        del rubric
        problems = [
            *out_of_reach("low", [self.low]),
            *out_of_reach("high", [self.high]),
            *(
                Problem(
                    f"{end:g} has more decimals than `decimals` allows.",
                    option,
                    remedy="Increase `decimals`.",
                )
                for option, end in (("low", self.low), ("high", self.high))
                if end != rounded(end, self.decimals)
            ),
        ]
        if self.low >= self.high:
            what = f"{self.low:g} is not less than {self.high:g}."
            problems.append(Problem(what, "low", remedy="Make `low` less than `high`."))
        return problems

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        return Measure("value", self.low, self.high, level="interval")

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        del stimulus
        return [
            NumberQuestion(
                key=self.question_key(output, criterion),
                low=rounded(self.low, self.decimals),
                high=rounded(self.high, self.decimals),
                decimals=self.decimals,
                unit=self.unit,
                **self.common(rubric, output, criterion),
            )
            for criterion in self.targets(rubric)
        ]
