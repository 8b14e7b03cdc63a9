"""The declaration of a `list`."""

from collections.abc import Sequence
from typing import Literal

from surveys.base import FieldNeed, Key, Part, Stimulus
from surveys.blocks.base import BlockBase


class ListBlock(BlockBase):
    block: Literal["list"]
    field: Key
    required: bool = True
    ordered: bool = False

    def needs(self) -> Sequence[FieldNeed]:
        return [FieldNeed(self.field, "list", self.required)]

    def listed_field(self) -> str | None:
        return self.field

    def entries(self, stimulus: Stimulus) -> list[str]:
        return [str(entry) for entry in stimulus.fields.get(self.field) or []]

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        entries = self.entries(stimulus)
        numbered = [f"{number}. {entry}" for number, entry in enumerate(entries, start=1)]
        return self.headed("\n".join(numbered if self.ordered else entries))
