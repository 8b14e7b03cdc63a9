"""The block `highlighted`: a text with given segments marked in it. A segment that is not found is
listed next to the text."""

from surveys.blocks.highlighted.block import HighlightedBlock as Block

__all__ = ["Block"]
