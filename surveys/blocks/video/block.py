"""Declaration of the block `video`, with captions, playback rates and the share to be watched."""

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from surveys.base import FieldNeed, Key, Part, Stimulus
from surveys.blocks.playing import PlayingBlock

CAPTIONS = "WEBVTT\n\n00:00.000 --> 00:01.500\nThe sails begin to turn.\n"


class VideoBlock(PlayingBlock):
    block: Literal["video"]
    field: Key = "video"
    required: bool = True
    judge_sees: bool = Field(default=True, description="Attach sampled frames to a judge's prompt.")
    captions: Key | None = Field(
        default=None, description="An item field with the clip's captions, as WebVTT or SRT."
    )

    def needs(self) -> Sequence[FieldNeed]:
        captions = [FieldNeed(self.captions, "text", required=False)] if self.captions else []
        return [FieldNeed(self.field, "video", self.required), *captions]

    def captions_of(self, stimulus: Stimulus) -> str:
        """Return the captions in the item's field, or "" if there are none."""
        return str(stimulus.fields.get(self.captions) or "").strip() if self.captions else ""

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        """Return the clip for a judge's prompt, with the captions that annotators can also read."""
        if not self.judge_sees or self.field not in stimulus.media:
            return []
        captions = self.captions_of(stimulus)
        return [
            Part("video", self.field),
            *([Part("text", f"[Captions]:\n{captions}")] if captions else []),
        ]

    def label_of(self, need: FieldNeed) -> str:
        return "Captions" if need.name == self.captions else super().label_of(need)

    def sample(self) -> Mapping[str, object]:
        return {self.captions: CAPTIONS} if self.captions else {}
