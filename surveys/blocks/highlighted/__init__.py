"""`highlighted`: a text with given segments marked inside it; a segment not found is listed next to
it."""

from surveys.blocks.highlighted.block import HighlightedBlock as Block

__all__ = ["Block"]
