"""`marks`: each score stands between two copies of its own mark, `α85α`, after the reasons."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from surveys.base import Key, Stimulus, Text
from surveys.questions import Value
from surveys.replies.base import Reading, ReplyFormat

if TYPE_CHECKING:
    from surveys.spec import Rubric


class Marks(ReplyFormat):
    format: Literal["marks"]
    marks: dict[Key, Text] = Field(description="The mark by criterion key.")
    reasons: Key = Field(description="The text section that takes what is written before the scores.")

    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        raise NotImplementedError

    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        raise NotImplementedError

    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        raise NotImplementedError
