"""Cleaning of WebM, Ogg and FLAC files: packets are copied into a container without other data."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from stimuli.cleaning.errors import Unclean

MEDIA_TYPES = {"video", "audio"}
# Metadata that a container must have or that players need.
TECHNICAL = {
    *("duration", "language", "major_brand", "minor_version", "compatible_brands"),
    *("handler_name", "vendor_id"),  # MP4 stores these two in separate boxes
}
PLAIN_WRITERS = {"", "lavf", "ffmpeg"}  # values written by FFmpeg itself, without its version


def tag_names(file: IO[bytes], demuxer: str) -> list[str]:
    """Return the names of a file's tags, attachments, cover pictures and chapters. Raises Unclean
    if the file cannot be read."""
    import av  # PyAV is large, and most imports have neither clips nor sounds

    file.seek(0)
    with _readable(), av.open(file, format=demuxer, metadata_errors="replace") as container:
        tags = [container.metadata, *(stream.metadata for stream in container.streams)]
        names = {key for written in tags for key, value in written.items() if _tells(key, value)}
        extra = {_extra(stream) for stream in container.streams if not _is_medium(stream)}
        chapters = {"chapters"} if container.chapters() else set[str]()
    return sorted({f"tag {name}" for name in names} | extra | chapters)


def remux(file: IO[bytes], copy: IO[bytes], demuxer: str, muxer: str) -> None:
    """Write the packets of `file` to `copy` without tags. Copies of the same file are identical.
    Raises Unclean if the packets cannot be copied."""
    import av

    file.seek(0)
    with (
        _readable(),
        av.open(file, format=demuxer, metadata_errors="replace") as source,
        av.open(copy, "w", format=muxer, options={"fflags": "+bitexact"}) as target,
    ):
        streams = {
            stream.index: target.add_stream_from_template(stream, opaque=True)
            for stream in source.streams
            if _is_medium(stream)
        }
        for stream in streams.values():
            stream.metadata.clear()
        for packet in _packets(source, list(streams)):
            packet.stream = streams[packet.stream.index]
            target.mux(packet)


@contextmanager
def _readable() -> Iterator[None]:
    """Raise Unclean if the file cannot be read or its packets cannot be copied. This can happen
    even for a playable file."""
    import av

    try:
        yield
    except av.error.FFmpegError as error:
        raise Unclean(str(error.strerror)) from None


def _packets(source: Any, indices: list[int]) -> Iterator[Any]:
    for packet in source.demux([source.streams[index] for index in indices]):
        # Skip the last packet, which only ends the stream
        if packet.dts is not None or packet.size:
            yield packet


def _is_medium(stream: Any) -> bool:
    return stream.type in MEDIA_TYPES and not is_cover(stream)


def is_cover(stream: Any) -> bool:
    """Return whether a video stream only contains the cover picture of a sound file."""
    return "attached_pic" in str(stream.disposition).lower()


def _extra(stream: Any) -> str:
    return "cover picture" if stream.type in MEDIA_TYPES else f"{stream.type} track"


def _tells(key: str, value: str) -> bool:
    name = key.lower()
    plain = name == "encoder" and value.strip().lower() in PLAIN_WRITERS
    return name not in TECHNICAL and not name.startswith("duration") and not plain
