"""`cards`: a list of records (products, people), each as a card of named values; a missing value
reads N/A.
"""

from surveys.blocks.cards.block import CardsBlock as Block

__all__ = ["Block"]
