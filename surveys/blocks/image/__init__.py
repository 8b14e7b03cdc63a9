"""The block `image`, which shows one picture byte for byte as it was imported."""

from surveys.blocks.image.block import ImageBlock as Block

__all__ = ["Block"]
