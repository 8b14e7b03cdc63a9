"""`entry-json`: one JSON object with a 0 or 1, and a reason, for every entry of a checklist."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from surveys.base import Key, Stimulus, Text
from surveys.questions import Value
from surveys.replies.base import Reading, ReplyFormat

if TYPE_CHECKING:
    from surveys.spec import Rubric


class EntryJson(ReplyFormat):
    format: Literal["entry-json"]
    section: Key = Field(description="The checklist whose entries are scored.")
    root: Text
    scores: Text
    total: Text
    reasons: Text

    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        raise NotImplementedError

    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        raise NotImplementedError

    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        raise NotImplementedError
