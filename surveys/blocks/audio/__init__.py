"""The block `audio`, which plays one recording of the item, byte for byte as it was imported."""

from surveys.blocks.audio.block import AudioBlock as Block

__all__ = ["Block"]
