"""Stimulus blocks. A new block is one module here, its line in `AnyBlock`, and `templates/blocks/<block>.html`."""

from typing import Annotated

from pydantic import Field

from surveys.blocks.cards import CardsBlock
from surveys.blocks.highlighted import HighlightedBlock
from surveys.blocks.media import ImageBlock, VideoBlock
from surveys.blocks.outputs import OutputsBlock
from surveys.blocks.text import ListBlock, TextBlock

AnyBlock = Annotated[
    ImageBlock | VideoBlock | TextBlock | ListBlock | HighlightedBlock | CardsBlock | OutputsBlock,
    Field(discriminator="block"),
]
