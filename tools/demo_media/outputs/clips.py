"""Pairs of short clips of one event: two seconds of the demo's clips, with the flaws that made-up
systems have."""

from collections.abc import Callable, Sequence
from pathlib import Path

import av
import numpy as np
from PIL import Image, ImageEnhance

from tools.demo_media.clips import CLIPS as WHOLE

SIZE = WIDTH, HEIGHT = 320, 180
FRAME_RATE = 24
FRAMES = 2 * FRAME_RATE
Flaw = Callable[[Sequence[Image.Image]], list[Image.Image]]


def jerky(frames: Sequence[Image.Image]) -> list[Image.Image]:
    """Every picture stands for a quarter of a second."""
    step = FRAME_RATE // 4
    return [frames[number // step * step] for number in range(len(frames))]


def flickering(frames: Sequence[Image.Image]) -> list[Image.Image]:
    return [
        ImageEnhance.Brightness(frame).enhance(0.65 if number // 3 % 2 else 1.1)
        for number, frame in enumerate(frames)
    ]


def blocky(frames: Sequence[Image.Image]) -> list[Image.Image]:
    """In coarse squares."""
    small = WIDTH // 8, HEIGHT // 8
    return [
        frame.resize(small, Image.Resampling.BOX).resize(SIZE, Image.Resampling.NEAREST)
        for frame in frames
    ]


def backwards(frames: Sequence[Image.Image]) -> list[Image.Image]:
    """What was asked for happens the other way round."""
    return list(frames[::-1])


CLIPS: dict[tuple[str, str], tuple[Flaw, ...]] = {
    ("ball", "Heron-XL"): (),
    ("ball", "Moss-7B"): (jerky,),
    ("train", "Heron-XL"): (blocky,),
    ("train", "Moss-7B"): (),
    ("harbour-pan", "Heron-XL"): (),
    ("harbour-pan", "Moss-7B"): (backwards,),
    ("desert-pan", "Heron-XL"): (),
    ("desert-pan", "Moss-7B"): (flickering, blocky),
}
"""By (item, system), in the order in which the flaws are added."""


def write_clip(item: str, system: str, path: Path) -> None:
    """Write H.264 in MP4: 320 x 180, two seconds at 24 frames a second."""
    whole = [frame for number, frame in enumerate(WHOLE[item].frames()) if number < FRAMES]
    frames = [frame.resize(SIZE, Image.Resampling.LANCZOS) for frame in whole]
    for flaw in CLIPS[item, system]:
        frames = flaw(frames)
    options = {"movflags": "+faststart", "fflags": "+bitexact"}
    with av.open(str(path), "w", format="mp4", options=options) as file:
        stream = file.add_stream(
            "libx264", rate=FRAME_RATE, options={"crf": "29", "preset": "slow"}
        )
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.codec_context.thread_count = 1  # more would make the bytes depend on the machine
        for frame in frames:
            file.mux(stream.encode(av.VideoFrame.from_ndarray(np.asarray(frame), format="rgb24")))
        file.mux(stream.encode())
