"""The block `highlighted`, which marks given segments in a text and lists those not found in it."""

from surveys.blocks.highlighted.block import HighlightedBlock as Block

__all__ = ["Block"]
