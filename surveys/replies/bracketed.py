"""`bracketed`: a bracketed header a panel, `[ASSISTANT1-Score]`, then one line a criterion."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from surveys.base import Key, Stimulus, Text
from surveys.questions import Value
from surveys.replies.base import Reading, ReplyFormat

if TYPE_CHECKING:
    from surveys.spec import Rubric


class BracketedSections(ReplyFormat):
    format: Literal["bracketed"]
    headers: dict[Key, Text] = Field(description="Header by section key; {n} stands for the position shown.")

    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        raise NotImplementedError

    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        raise NotImplementedError

    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        raise NotImplementedError
