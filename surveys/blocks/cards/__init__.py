"""The block `cards`, which shows each record of a list (such as a product or a person) as a card of
named values. A missing value is shown as N/A."""

from surveys.blocks.cards.block import CardsBlock as Block

__all__ = ["Block"]
