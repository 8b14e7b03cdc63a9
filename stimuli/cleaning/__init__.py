"""Copies of media without tags. A copy has the same pixels and samples, but no data about its
maker.

A tag is any other data in a file: EXIF (except the orientation), XMP, IPTC, the texts of a colour
profile, comments, PNG texts, tags and titles of containers, names of programs, and times.
"""

import struct
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from shutil import copyfileobj
from typing import IO

from stimuli.cleaning import boxes, gif, heif, id3, jpeg, png, remuxing, riff
from stimuli.cleaning.errors import Unclean

PIECE = 1 << 20
IN_BYTES: dict[str, Callable[[bytes], tuple[bytes, list[str]]]] = {
    "image/jpeg": jpeg.cleaned,
    "image/png": png.cleaned,
    "image/webp": riff.webp,
    "image/gif": gif.cleaned,
    "image/avif": heif.cleaned,
    "audio/wav": riff.wave,
    "audio/mpeg": id3.cleaned,
    "audio/aac": id3.cleaned,
}
IN_PLACE = {"video/mp4", "video/quicktime", "audio/mp4"}
# The FFmpeg formats for reading each type of file and for writing its copy.
REMUXED = {
    "video/webm": ("matroska", "webm"),
    "audio/ogg": ("ogg", "ogg"),
    "audio/flac": ("flac", "flac"),
}


def clean_copy(file: IO[bytes], content_type: str) -> tuple[list[str], IO[bytes] | None]:
    """Return the names of the tags in `file`, and a copy without tags as a temporary file. If there
    are no tags, return None instead of a copy. Copies of the same file are always identical. Raises
    Unclean if the file's structure cannot be read."""
    with ExitStack() as stack:
        copy = stack.enter_context(tempfile.TemporaryFile())
        try:
            names = _clean(file, copy, content_type)
        except (IndexError, struct.error) as error:
            raise Unclean(str(error)) from None
        if names:
            stack.pop_all()  # keep `copy` open: the caller closes it
            copy.seek(0)
            return sorted(set(names)), copy
    return [], None


def _clean(file: IO[bytes], copy: IO[bytes], content_type: str) -> list[str]:
    file.seek(0)
    if content_type in IN_PLACE:
        return _overwritten(file, copy)
    if content_type in REMUXED:
        demuxer, muxer = REMUXED[content_type]
        if names := remuxing.tag_names(file, demuxer):
            remuxing.remux(file, copy, demuxer, muxer)
        return names
    content, names = IN_BYTES[content_type](file.read())
    if names:
        copy.write(content)
    return names


def _overwritten(file: IO[bytes], copy: IO[bytes]) -> list[str]:
    patches = boxes.patches(file)
    if not patches:
        return []
    file.seek(0)
    copyfileobj(file, copy, PIECE)
    for patch in patches:
        copy.seek(patch.offset)
        copy.write(patch.data)
    return remuxing.tag_names(file, "mov") + [patch.name for patch in patches]
