"""The block `audio`: one recording of the item, shown byte for byte as it was imported."""

from surveys.blocks.audio.block import AudioBlock as Block

__all__ = ["Block"]
