"""The demo's clips, animated by our own drawing code and written as H.264 in MP4."""

from pathlib import Path

import av
import numpy as np

from tools.demo_media.clips import ball, boat, train
from tools.demo_media.clips.base import FRAME_RATE, HEIGHT, WIDTH, Clip
from tools.demo_media.clips.pans import PANS, Pan

CLIPS: dict[str, Clip | Pan] = {
    clip.key: clip for clip in (boat.CLIP, ball.CLIP, train.CLIP, *PANS)
}


def render_clip(key: str, path: Path) -> None:
    """Write a clip: 480 x 270, 24 frames a second, yuv420p, the index before the data so that it
    plays at once."""
    with av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"}) as file:
        stream = file.add_stream(
            "libx264", rate=FRAME_RATE, options={"crf": "25", "preset": "fast"}
        )
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.codec_context.thread_count = 1  # more would make the bytes depend on the machine
        for picture in CLIPS[key].frames():
            frame = av.VideoFrame.from_ndarray(np.asarray(picture), format="rgb24")
            file.mux(stream.encode(frame))
        file.mux(stream.encode())


__all__ = ["CLIPS", "Clip", "Pan", "render_clip"]
