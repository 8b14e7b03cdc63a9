"""`text`: text of the item, shown as written."""

from surveys.blocks.text.block import TextBlock as Block

__all__ = ["Block"]
