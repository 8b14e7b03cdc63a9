"""The block `text`, which shows a text of the item without formatting."""

from surveys.blocks.text.block import TextBlock as Block

__all__ = ["Block"]
