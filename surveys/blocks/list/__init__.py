"""The block `list`, which shows a list from the item, with or without numbers."""

from surveys.blocks.list.block import ListBlock as Block

__all__ = ["Block"]
