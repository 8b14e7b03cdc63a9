"""Declaration of the block `image`."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from surveys.base import FieldNeed, Key, Part, Stimulus
from surveys.blocks.base import BlockBase


class ImageBlock(BlockBase):
    compares_with_next: ClassVar[bool] = True

    block: Literal["image"]
    field: Key = "image"
    required: bool = True
    judge_sees: bool = Field(default=True, description="Attach the picture to a judge's prompt.")

    @property
    def is_plain(self) -> bool:
        return True

    def needs(self) -> Sequence[FieldNeed]:
        return [FieldNeed(self.field, "image", self.required)]

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        included = self.judge_sees and self.field in stimulus.media
        return [Part("image", self.field)] if included else []
