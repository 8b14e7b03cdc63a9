"""Cleaning of EXIF data. Only the orientation is kept, and only if the picture would not be upright
without it."""

from contextlib import suppress
from typing import Any

HEAD = b"Exif\0\0"
ORIENTATION = 0x0112
POINTERS = {0x8769, 0x8825, 0xA005}  # tags that point to other lists of tags
UPRIGHT, MOST = 1, 8


def cleaned(data: bytes) -> tuple[bytes, list[str]]:
    """Return EXIF data with only the orientation, and the names of the removed tags. The data are
    empty if the picture is upright. Neither the input nor the result has the header `Exif`."""
    from PIL import Image  # Pillow is large, and most web workers never open a picture

    exif = Image.Exif()
    with suppress(Exception):  # Pillow can raise any error here; browsers ignore bad EXIF data
        exif.load(HEAD + data)
    names: list[str] = []
    with suppress(Exception):
        names = _names(exif)
    orientation = UPRIGHT
    with suppress(Exception):
        orientation = int(exif.get(ORIENTATION, UPRIGHT))
    least = _turned(orientation) if UPRIGHT < orientation <= MOST else b""
    if data.rstrip(b"\0") != least.rstrip(b"\0"):
        names = names or ["EXIF"]
    return least, names


def _names(exif: Any) -> list[str]:
    from PIL import ExifTags

    lists = [exif, *(exif.get_ifd(pointer) for pointer in POINTERS)]
    titles = ExifTags.TAGS | ExifTags.GPSTAGS
    keys = {key for entries in lists for key in entries} - POINTERS - {ORIENTATION}
    return sorted(f"EXIF {titles.get(key, f'tag {key}')}" for key in keys)


def _turned(orientation: int) -> bytes:
    """Return a big-endian TIFF header with the orientation as its only entry."""
    entry = ORIENTATION.to_bytes(2, "big") + b"\0\3\0\0\0\1" + bytes([0, orientation, 0, 0])
    return b"MM\0*\0\0\0\x08" + b"\0\1" + entry + b"\0\0\0\0"
