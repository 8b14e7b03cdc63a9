"""Declaration of the block `text`."""

from collections.abc import Sequence
from typing import Literal

from surveys.base import FieldNeed, Key, Part, Stimulus
from surveys.blocks.base import BlockBase


class Words(BlockBase):
    """Base class of the blocks that show a text of the item."""

    field: Key
    required: bool = True

    def needs(self) -> Sequence[FieldNeed]:
        return [FieldNeed(self.field, "text", self.required)]

    def content(self, stimulus: Stimulus) -> str:
        return str(stimulus.fields.get(self.field) or "")

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        return self.headed(self.content(stimulus))


class TextBlock(Words):
    block: Literal["text"]

    @property
    def is_plain(self) -> bool:
        return True
