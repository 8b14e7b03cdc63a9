"""The block `image`: one picture, shown byte for byte as it was imported."""

from surveys.blocks.image.block import ImageBlock as Block

__all__ = ["Block"]
