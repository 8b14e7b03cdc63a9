"""The block `video`, which shows one clip byte for byte as it was imported."""

from surveys.blocks.video.block import VideoBlock as Block

__all__ = ["Block"]
