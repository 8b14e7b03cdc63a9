"""The block `highlighted`, which marks given segments in a text. A segment that is not found is
listed next to the text."""

from surveys.blocks.highlighted.block import HighlightedBlock as Block

__all__ = ["Block"]
