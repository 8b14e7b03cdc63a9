"""`scale`: whole numbers from `low` to `high`, with optional anchors; buttons, or a slider with a number field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from django.utils.translation import gettext as _
from pydantic import Field, model_validator

from surveys.base import ShownOutput, Stimulus, Text
from surveys.dangling import Dangling
from surveys.kinds.base import SectionBase
from surveys.kinds.numbers import out_of_reach, whole_number
from surveys.questions import AnswerError, Question, Value

if TYPE_CHECKING:
    from surveys.spec import Rubric

BUTTONS_AT_MOST = 11


@dataclass(frozen=True, kw_only=True)
class ScaleQuestion(Question):
    kind: ClassVar[str] = "scale"
    low: int
    high: int
    low_label: str = ""
    high_label: str = ""
    anchors: Mapping[int, str] = field(default_factory=dict)

    def parse(self, raw: object) -> Value | None:
        value = whole_number(raw)
        if value is not None and not self.low <= value <= self.high:
            told = {"value": value, "low": self.low, "high": self.high}
            raise AnswerError("out_of_range", _("%(value)s is not between %(low)s and %(high)s.") % told)
        return value

    @property
    def buttons(self) -> list[int]:
        """The values as single buttons; empty when there are too many and a slider serves."""
        count = self.high - self.low + 1
        return list(range(self.low, self.high + 1)) if count <= BUTTONS_AT_MOST else []


class ScaleSection(SectionBase):
    words: ClassVar[tuple[str, ...]] = (*SectionBase.words, "low_label", "high_label", "anchors")

    kind: Literal["scale"]
    low: int = Field(description="The least value.")
    high: int = Field(description="The greatest value.")
    low_label: str = ""
    high_label: str = ""
    anchors: dict[int, Text] = Field(default_factory=dict, description="What a value means, by value.")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.low >= self.high:
            raise ValueError(f"low ({self.low}) must be less than high ({self.high})")
        if strays := [value for value in self.anchors if not self.low <= value <= self.high]:
            raise ValueError(f"anchors {strays} lie outside {self.low} to {self.high}")
        return self

    def dangling(self) -> Sequence[Dangling]:
        return out_of_reach("low", [self.low]) + out_of_reach("high", [self.high])

    def questions(self, rubric: "Rubric", stimulus: Stimulus, output: ShownOutput | None) -> Sequence[Question]:  # noqa: ARG002
        return [
            ScaleQuestion(
                key=self.question_key(output, criterion),
                low=self.low,
                high=self.high,
                low_label=self.low_label,
                high_label=self.high_label,
                anchors=self.anchors,
                **self.common(rubric, output, criterion),
            )
            for criterion in self.targets(rubric)
        ]
