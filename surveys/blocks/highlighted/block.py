"""Declaration of the block `highlighted`, and the positions of its marks."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar, Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import Declared, FieldNeed, Key, Part, Stimulus, Text
from surveys.blocks.base import SENTENCES, BlockBase


@dataclass(frozen=True)
class Run:
    """A run of text that is marked or not marked. The text consists of all runs in order. `number`
    counts the marked runs from 1, and is 0 for the other runs."""

    text: str
    number: int = 0


def marked_runs(text: str, segments: Sequence[str]) -> list[Run]:
    """Return `text` split into marked and unmarked runs. The occurrences of the segments are
    marked, and overlapping or adjacent marks become one run."""
    marked = bytearray(len(text))
    for segment in filter(None, (segment.strip() for segment in segments)):
        start = text.find(segment)
        while start >= 0:
            marked[start : start + len(segment)] = b"\x01" * len(segment)
            start = text.find(segment, start + 1)
    runs: list[Run] = []
    begin = count = 0
    for position in range(1, len(text) + 1):
        if position == len(text) or marked[position] != marked[begin]:
            count += marked[begin]
            runs.append(Run(text[begin:position], count if marked[begin] else 0))
            begin = position
    return runs


class LeadLine(Declared):
    """A short text of the item that is shown above the long text."""

    words: ClassVar[tuple[str, ...]] = ("title",)
    named_by: ClassVar[str] = "field"

    field: Key
    title: Text


class HighlightedBlock(BlockBase):
    words: ClassVar[tuple[str, ...]] = (*BlockBase.words, "highlights_title")

    block: Literal["highlighted"]
    field: Key
    highlights: Key = "highlights"
    highlights_title: str = "Highlighted"
    required: bool = True
    lead: tuple[LeadLine, ...] = Field(
        default=(), description="Short texts above the passage, for example its source."
    )

    def needs(self) -> Sequence[FieldNeed]:
        return [
            *(FieldNeed(line.field, "text", self.required) for line in self.lead),
            FieldNeed(self.field, "text", self.required),
            FieldNeed(self.highlights, "list", self.required),
        ]

    def runs(self, stimulus: Stimulus) -> list[Run]:
        return marked_runs(str(stimulus.fields.get(self.field) or ""), self.segments(stimulus))

    def lead_lines(self, stimulus: Stimulus) -> list[tuple[str, str]]:
        """Return the title and text of each short text above the long text, without blank texts."""
        lines = [(line.title, str(stimulus.fields.get(line.field) or "")) for line in self.lead]
        return [(title, words) for title, words in lines if words.strip()]

    def segments(self, stimulus: Stimulus) -> list[str]:
        return [str(segment) for segment in stimulus.fields.get(self.highlights) or []]

    def places(self, stimulus: Stimulus) -> list[tuple[str, int]]:
        """Return each segment with the number of the first run that contains it, or with 0 if the
        text does not contain it."""
        runs = self.runs(stimulus)
        text = "".join(run.text for run in runs)
        ends = list(accumulate(len(run.text) for run in runs))
        starts = [(segment, text.find(segment.strip())) for segment in self.segments(stimulus)]
        return [
            (segment, runs[bisect_right(ends, at)].number if at >= 0 and segment.strip() else 0)
            for segment, at in starts
        ]

    def missing(self, stimulus: Stimulus) -> list[str]:
        """Return the segments that do not occur in the text."""
        return [segment for segment, number in self.places(stimulus) if not number]

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        segments = "\n".join(self.segments(stimulus))
        listed = [Part("text", f"[{self.highlights_title}]:\n{segments}")] if segments else []
        lead = "\n".join(f"{title}: {words}" for title, words in self.lead_lines(stimulus))
        body = str(stimulus.fields.get(self.field) or "")
        return [*self.headed("\n\n".join(text for text in (lead, body) if text)), *listed]

    def label_of(self, need: FieldNeed) -> str:
        titles = {line.field: line.title for line in self.lead}
        titles |= {self.highlights: self.highlights_title}
        return titles.get(need.name) or super().label_of(need)

    def sample(self) -> Mapping[str, object]:
        lead = {line.field: line.title for line in self.lead}
        return {
            **lead,
            self.field: " ".join(SENTENCES),
            self.highlights: ["sails were made anew", "flour"],
        }

    def doubts(self, fields: Mapping[str, object]) -> Sequence[Problem]:
        """Return a warning for each highlighted segment that does not occur in the item's text. A
        page lists such segments next to the text."""
        if not isinstance(fields.get(self.highlights), list):
            return []
        return [
            Problem(
                (
                    f"“{segment[:60]}” does not occur in `{self.field}`, "
                    "so the page lists this segment next to the text."
                ),
                self.highlights,
            )
            for segment in self.missing(Stimulus(fields=fields))
        ]
