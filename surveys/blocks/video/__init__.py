"""The block `video`: one clip, shown byte for byte as it was imported."""

from surveys.blocks.video.block import VideoBlock as Block

__all__ = ["Block"]
