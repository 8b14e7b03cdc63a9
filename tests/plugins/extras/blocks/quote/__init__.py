"""`quote`: a text of the item with the name of its speaker."""

from tests.plugins.extras.blocks.quote.block import QuoteBlock as Block

__all__ = ["Block"]
