"""Declaration of the block `list`."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from surveys.base import FieldNeed, Key, Part, Stimulus
from surveys.blocks.base import SENTENCES, BlockBase


class ListBlock(BlockBase):
    block: Literal["list"]
    field: Key
    required: bool = True
    ordered: bool = False
    entry_title: str = Field(
        default="", description="If entries are records, the field that is shown."
    )

    def needs(self) -> Sequence[FieldNeed]:
        return [FieldNeed(self.field, "records" if self.entry_title else "list", self.required)]

    def listed_field(self) -> str | None:
        return self.field

    def entries(self, stimulus: Stimulus) -> list[str]:
        entries: Sequence[Any] = stimulus.fields.get(self.field) or []
        if self.entry_title:
            return [str(entry.get(self.entry_title) or "") for entry in entries]
        return [str(entry) for entry in entries]

    def part_of(self, stimulus: Stimulus, need: FieldNeed) -> Sequence[Part]:
        del need
        return [Part("text", "\n".join(self.entries(stimulus)))]

    def sample(self) -> Mapping[str, object]:
        if not self.entry_title:
            return super().sample()
        return {self.field: [{self.entry_title: sentence} for sentence in SENTENCES]}

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        entries = self.entries(stimulus)
        numbered = [f"{number}. {entry}" for number, entry in enumerate(entries, start=1)]
        return self.headed("\n".join(numbered if self.ordered else entries))
