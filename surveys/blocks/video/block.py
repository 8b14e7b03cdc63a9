"""The declaration of a `video`: its captions, playback rates and the share to be watched."""

import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from surveys.base import FieldNeed, Key, Part, Stimulus
from surveys.blocks.base import BlockBase

# What browsers play with sound and without dropping to stills.
Rate = Annotated[float, Field(ge=0.1, le=4)]
CAPTIONS = "WEBVTT\n\n00:00.000 --> 00:01.500\nThe sails begin to turn.\n"


class VideoBlock(BlockBase):
    block: Literal["video"]
    field: Key = "video"
    required: bool = True
    judge_sees: bool = Field(default=True, description="Attach sampled frames to a judge's prompt.")
    captions: Key | None = Field(
        default=None, description="An item field with the clip's captions, as WebVTT or SRT."
    )
    rates: tuple[Rate, ...] = Field(
        default=(), max_length=8, description="Playback rates an annotator may choose from."
    )
    watch_share: float = Field(
        default=0,
        ge=0,
        le=1,
        description="Share of the clip that must be played before scoring opens.",
    )

    def needs(self) -> Sequence[FieldNeed]:
        captions = [FieldNeed(self.captions, "text", required=False)] if self.captions else []
        return [FieldNeed(self.field, "video", self.required), *captions]

    @property
    def rates_offered(self) -> list[float]:
        """The rates to choose from, the clip's own among them; none where there is no choice."""
        return sorted({1.0, *self.rates}) if self.rates else []

    @property
    def watch_percent(self) -> int:
        """The share to be watched, in whole percent, rounded up."""
        return math.ceil(round(self.watch_share * 100, 6))

    def captions_of(self, stimulus: Stimulus) -> str:
        """The captions' source as the item has it; "" for none."""
        return str(stimulus.fields.get(self.captions) or "").strip() if self.captions else ""

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        """The clip, and the captions that an annotator can read beside it."""
        if not self.judge_sees or self.field not in stimulus.media:
            return []
        captions = self.captions_of(stimulus)
        return [
            Part("video", self.field),
            *([Part("text", f"[Captions]:\n{captions}")] if captions else []),
        ]

    def sample(self) -> Mapping[str, Any]:
        return {self.captions: CAPTIONS} if self.captions else {}
