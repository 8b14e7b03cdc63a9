"""Declaration of the block `markdown`."""

from typing import Literal

from surveys.blocks.text.block import Words


class MarkdownBlock(Words):
    block: Literal["markdown"]
