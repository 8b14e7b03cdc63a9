"""`outputs`: what the systems wrote, one beside the other where the page takes two. Never a system's name."""

from collections.abc import Sequence
from typing import Literal

from surveys.base import FieldNeed, Part, Stimulus
from surveys.blocks.base import BlockBase


class OutputsBlock(BlockBase):
    block: Literal["outputs"]
    format: Literal["plain", "markdown"] = "plain"

    def needs(self) -> Sequence[FieldNeed]:
        return []

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        single = len(stimulus.outputs) == 1
        return [
            Part("text", f"[{self.title}{'' if single else f' {output.position}'}]:\n{output.text}")
            for output in stimulus.outputs
        ]
