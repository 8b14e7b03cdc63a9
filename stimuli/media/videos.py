"""Checks of clips. The container, the codec and the first frame are checked, so that browsers can
play the clip. The clip is never re-encoded."""

from dataclasses import dataclass
from typing import IO, Any

from stimuli.cleaning.boxes import boxes
from stimuli.media.errors import MediaError

# The codecs that current browsers decode. FFmpeg reads many others, but we refuse those, because
# annotators would see a black rectangle.
CODECS = {"h264", "vp8", "vp9", "av1"}
H264_PIXELS = {"yuv420p", "yuvj420p"}
REMEDY = "Convert it: ffmpeg -i old -c:v libx264 -pix_fmt yuv420p -c:a aac new.mp4"
AGAIN = "Export or copy it again."
EBML = b"\x1a\x45\xdf\xa3"
MP4_BOXES = {b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"pnot"}


@dataclass(frozen=True)
class Clip:
    """A clip's type, duration, and width and height in pixels as shown (rotated, with square
    pixels). `seconds` is None if the file does not state the duration."""

    content_type: str
    width: int
    height: int
    seconds: float | None


def check_video(file: IO[bytes]) -> Clip:
    """Return the properties of a clip. Raises MediaError unless `file` is an MP4, MOV or WebM clip
    that browsers can decode."""
    content_type = _container(file)
    file.seek(0)
    import av  # PyAV is large, and most imports have no clips

    # Name the demuxer, so that FFmpeg does not try others.
    demuxer = "matroska" if content_type == "video/webm" else "mov"
    try:
        with av.open(file, format=demuxer, metadata_errors="replace") as container:
            return _clip(container, content_type)
    except av.error.FFmpegError as error:
        raise MediaError(f"it is a broken clip: {error.strerror}.", remedy=AGAIN) from None


def _container(file: IO[bytes]) -> str:
    head = file.read(4096)
    if not head:
        raise MediaError("it is empty.", remedy=AGAIN)
    if head[4:8] in MP4_BOXES:
        refuse_cut_off(file)
        is_quicktime = head[4:12] == b"ftypqt  " or head[4:8] != b"ftyp"
        return "video/quicktime" if is_quicktime else "video/mp4"
    if head.startswith(EBML) and b"\x42\x82\x84webm" in head:
        return "video/webm"
    what = "it is not an MP4, MOV or WebM clip, whatever its name says."
    if head.startswith(EBML):
        what = "it is a Matroska file (MKV), which not every browser plays."
    raise MediaError(what, remedy=REMEDY)


def refuse_cut_off(file: IO[bytes]) -> None:
    """Raise MediaError if an MP4 file is truncated, so that a box would end after the file."""
    end = file.seek(0, 2)
    for box in boxes(file, 0, end):
        if box.start and not box.kind.isalnum():
            return  # the rest is padding after the last box
        if box.end > end:
            what = f"it is cut off: {box.end - end:,} bytes are missing."
            raise MediaError(what, remedy="Copy it again.")


def _clip(container: Any, content_type: str) -> Clip:
    if not container.streams.video:
        what = "it has no picture that can be read."
        raise MediaError(what, remedy="Use a clip with a picture.")
    stream = container.streams.video[0]
    # If the header is damaged, there is no codec context.
    context = stream.codec_context
    codec = context.codec.canonical_name if context else "unknown"
    if codec not in CODECS:
        raise MediaError(f"its codec is {codec}, which browsers do not play.", remedy=REMEDY)
    frame = next(container.decode(stream), None)
    if frame is None:
        raise MediaError("it has no frame that can be decoded.", remedy=AGAIN)
    if codec == "h264" and frame.format.name not in H264_PIXELS:
        what = f"its pixel format is {frame.format.name}, which browsers do not play."
        raise MediaError(what, remedy=REMEDY)
    width, height = _shown_size(stream, frame)
    return Clip(content_type, width, height, _seconds(container, stream))


def _shown_size(stream: Any, frame: Any) -> tuple[int, int]:
    width = round(frame.width * (stream.sample_aspect_ratio or 1))
    return (frame.height, width) if frame.rotation % 180 else (width, frame.height)


def _seconds(container: Any, stream: Any) -> float | None:
    """Return the clip's duration from the container. If the container does not state a duration, as
    in live recordings, return the end of the last packet. Return None if no packet has a time."""
    if container.duration:
        return container.duration / 1_000_000
    ends = [
        float((packet.pts + (packet.duration or 0)) * packet.time_base)
        for packet in container.demux(stream)
        if packet.pts is not None
    ]
    return max(ends, default=None)
