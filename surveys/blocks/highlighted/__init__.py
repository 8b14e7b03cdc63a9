"""The block `highlighted`, which marks given segments in a text, and lists segments that are not in
the text."""

from surveys.blocks.highlighted.block import HighlightedBlock as Block

__all__ = ["Block"]
