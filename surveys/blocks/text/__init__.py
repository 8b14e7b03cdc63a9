"""The block `text`: a text of the item, shown as it is written."""

from surveys.blocks.text.block import TextBlock as Block

__all__ = ["Block"]
