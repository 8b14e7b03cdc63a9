"""`choice`: labelled options, one answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from django.utils.translation import gettext as _
from pydantic import Field

from surveys.base import Declared, ShownOutput, Stimulus, Text
from surveys.dangling import Dangling
from surveys.kinds.base import SectionBase
from surveys.kinds.numbers import out_of_reach, whole_number
from surveys.questions import AnswerError, Question, Value

if TYPE_CHECKING:
    from surveys.spec import Rubric


class Option(Declared):
    """One answer: the integer that is stored, and the words that explain it."""

    words: ClassVar[tuple[str, ...]] = ("text",)
    named_by: ClassVar[str] = "value"

    value: int
    text: Text


@dataclass(frozen=True, kw_only=True)
class ChoiceQuestion(Question):
    kind: ClassVar[str] = "choice"
    options: tuple[Option, ...]

    def parse(self, raw: object) -> Value | None:
        value = whole_number(raw)
        if value is not None and value not in {option.value for option in self.options}:
            allowed = ", ".join(str(option.value) for option in self.options)
            told = {"value": value, "answers": allowed}
            raise AnswerError("out_of_range", _("%(value)s is not one of the answers %(answers)s.") % told)
        return value

    def meanings(self) -> Mapping[int, str]:
        """What each stored number stands for."""
        return {option.value: option.text for option in self.options}


class ChoiceSection(SectionBase):
    kind: Literal["choice"]
    options: Annotated[tuple[Option, ...], Field(min_length=2)]

    def dangling(self) -> Sequence[Dangling]:
        return out_of_reach("options", [one.value for one in self.options])

    def questions(self, rubric: "Rubric", stimulus: Stimulus, output: ShownOutput | None) -> Sequence[Question]:  # noqa: ARG002
        return [
            ChoiceQuestion(
                key=self.question_key(output, criterion),
                options=self.options,
                **self.common(rubric, output, criterion),
            )
            for criterion in self.targets(rubric)
        ]
