"""The block `audio`, which shows one recording of the item. The recording is played byte for byte
as it was imported."""

from surveys.blocks.audio.block import AudioBlock as Block

__all__ = ["Block"]
