"""`image` and `video`: one picture or clip, shown byte for byte as it was imported."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from surveys.base import FieldNeed, Key, Part, Stimulus
from surveys.blocks.base import BlockBase


class ImageBlock(BlockBase):
    block: Literal["image"]
    field: Key = "image"
    required: bool = True
    judge_sees: bool = Field(default=True, description="Attach the picture to a judge's prompt.")

    def needs(self) -> Sequence[FieldNeed]:
        return [FieldNeed(self.field, "image", self.required)]

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        shown = self.judge_sees and self.field in stimulus.media
        return [Part("image", self.field)] if shown else []


class VideoBlock(BlockBase):
    block: Literal["video"]
    field: Key = "video"
    required: bool = True
    judge_sees: bool = Field(default=True, description="Attach sampled frames to a judge's prompt.")

    def needs(self) -> Sequence[FieldNeed]:
        return [FieldNeed(self.field, "video", self.required)]

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        shown = self.judge_sees and self.field in stimulus.media
        return [Part("video", self.field)] if shown else []
