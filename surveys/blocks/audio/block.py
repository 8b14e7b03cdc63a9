"""Declaration of the block `audio`, which plays a recording that the outputs are about."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from surveys.base import FieldNeed, Key, Part, Stimulus
from surveys.blocks.playing import PlayingBlock


class AudioBlock(PlayingBlock):
    block: Literal["audio"]
    field: Key = "audio"
    required: bool = True
    judge_sees: bool = Field(default=True, description="Attach the sound to a judge's prompt.")

    def needs(self) -> Sequence[FieldNeed]:
        return [FieldNeed(self.field, "audio", self.required)]

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        is_attached = self.judge_sees and self.field in stimulus.media
        return [Part("audio", self.field)] if is_attached else []
