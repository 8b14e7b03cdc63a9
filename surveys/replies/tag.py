"""`tag`: an explanation, then the one score in a tag, `Score- <score>4</score>`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from surveys.base import Key, Stimulus, Text
from surveys.questions import Value
from surveys.replies.base import Reading, ReplyFormat

if TYPE_CHECKING:
    from surveys.spec import Rubric


class Tag(ReplyFormat):
    format: Literal["tag"]
    tag: Key = "score"
    lead: Text = "Score-"
    explanation: Key = Field(description="The text section that takes what is written before the score.")

    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        raise NotImplementedError

    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        raise NotImplementedError

    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        raise NotImplementedError
