"""The block `markdown`, which shows a text of the item as safe Markdown."""

from surveys.blocks.markdown.block import MarkdownBlock as Block

__all__ = ["Block"]
