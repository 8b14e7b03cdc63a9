"""The definition of the block `quote`."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from core.errors import Problem
from surveys.base import FieldNeed, Key, Part, Stimulus
from surveys.blocks.base import BlockBase


class QuoteBlock(BlockBase):
    block: Literal["quote"]
    field: Key
    speaker: Key

    def needs(self) -> Sequence[FieldNeed]:
        return [FieldNeed(self.field, "text"), FieldNeed(self.speaker, "text", required=False)]

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        speaker = stimulus.fields.get(self.speaker)
        said_by = f"\n({speaker})" if speaker else ""
        return self.headed(f"“{stimulus.fields.get(self.field, '')}”{said_by}")

    def doubts(self, fields: Mapping[str, Any]) -> Sequence[Problem]:
        if not str(fields.get(self.field, "")).startswith("“"):
            return []
        return [Problem("has quotation marks already; the page adds its own.", self.field)]
