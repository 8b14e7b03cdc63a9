"""`text`: free text, with bounds on its length."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from django.utils.formats import number_format
from django.utils.translation import ngettext
from pydantic import Field

from surveys.base import ShownOutput, Stimulus
from surveys.dangling import Dangling
from surveys.kinds.base import SectionBase
from surveys.questions import AnswerError, Question, Value

if TYPE_CHECKING:
    from surveys.spec import Rubric


@dataclass(frozen=True, kw_only=True)
class TextQuestion(Question):
    kind: ClassVar[str] = "text"
    min_length: int = 0
    max_length: int = 4000
    rows: int = 3

    def parse(self, raw: object) -> Value | None:
        # PostgreSQL text cannot hold NUL; browsers send CRLF whatever was typed.
        text = ("" if raw is None else str(raw)).replace("\x00", "").replace("\r\n", "\n").strip()
        if not text:
            return None
        if len(text) < self.min_length:
            raise AnswerError("too_short", _too_short(len(text), self.min_length))
        if len(text) > self.max_length:
            raise AnswerError("too_long", _too_long(len(text), self.max_length))
        return text


def _too_short(length: int, least: int) -> str:
    told = ngettext(
        "%(length)s character; at least %(least)s are asked for.",
        "%(length)s characters; at least %(least)s are asked for.",
        length,
    )
    return told % {
        "length": number_format(length, force_grouping=True),
        "least": number_format(least, force_grouping=True),
    }


def _too_long(length: int, most: int) -> str:
    told = ngettext(
        "%(length)s character; at most %(most)s are kept.", "%(length)s characters; at most %(most)s are kept.", length
    )
    return told % {
        "length": number_format(length, force_grouping=True),
        "most": number_format(most, force_grouping=True),
    }


class TextSection(SectionBase):
    scores: ClassVar[bool] = False

    kind: Literal["text"]
    min_length: int = Field(default=0, ge=0)
    max_length: int = Field(default=4000, ge=1, le=20_000)
    rows: int = Field(default=3, ge=1, le=20)

    def dangling(self) -> Sequence[Dangling]:
        if self.min_length <= self.max_length:
            return []
        what = f"at least {self.min_length} characters are asked for, and at most {self.max_length} taken."
        return [Dangling("min_length", what, "Make it no greater than `max_length`.")]

    def questions(self, rubric: "Rubric", stimulus: Stimulus, output: ShownOutput | None) -> Sequence[Question]:  # noqa: ARG002
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
