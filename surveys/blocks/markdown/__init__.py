"""The block `markdown`: a text of the item, shown as safe Markdown."""

from surveys.blocks.markdown.block import MarkdownBlock as Block

__all__ = ["Block"]
