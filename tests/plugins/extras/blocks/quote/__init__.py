"""`quote`: a text of the item with the name of whoever said it."""

from tests.plugins.extras.blocks.quote.block import QuoteBlock as Block

__all__ = ["Block"]
