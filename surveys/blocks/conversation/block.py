"""Declaration of the block `conversation`."""

from collections.abc import Mapping, Sequence
from typing import Literal

from surveys.base import FieldNeed, Key, Part, ShownTurn, Stimulus, shown_turns
from surveys.blocks.base import BlockBase
from surveys.conversations.reading import turns_of
from surveys.conversations.samples import sample_conversation
from surveys.conversations.turns import in_prompt


class ConversationBlock(BlockBase):
    block: Literal["conversation"]
    field: Key = "conversation"
    required: bool = True

    def needs(self) -> Sequence[FieldNeed]:
        return [FieldNeed(self.field, "conversation", self.required)]

    def turns(self, stimulus: Stimulus) -> Sequence[ShownTurn]:
        return shown_turns(turns_of(stimulus.fields.get(self.field)), stimulus.media)

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        return self.headed(in_prompt(turns_of(stimulus.fields.get(self.field))))

    def part_of(self, stimulus: Stimulus, need: FieldNeed) -> Sequence[Part]:
        return [Part("text", in_prompt(turns_of(stimulus.fields.get(need.name))))]

    def sample(self) -> Mapping[str, object]:
        return {self.field: sample_conversation()}
