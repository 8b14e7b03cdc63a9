"""`section-lines`: one line a scored section, `Section 2: 1`, in any order; JSON with the same labels is read too."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from surveys.base import Stimulus, Text
from surveys.questions import Value
from surveys.replies.base import Reading, ReplyFormat

if TYPE_CHECKING:
    from surveys.spec import Rubric


class SectionLines(ReplyFormat):
    format: Literal["section-lines"]
    word: Text = Field(default="Section", description="The word before a section's number.")

    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        raise NotImplementedError

    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        raise NotImplementedError

    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        raise NotImplementedError
