"""The block `cards`: a list of records (products, people), each shown as a card of named values. A
missing value is shown as N/A."""

from surveys.blocks.cards.block import CardsBlock as Block

__all__ = ["Block"]
