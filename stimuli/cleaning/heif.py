"""Cleaning of AVIF pictures, whose items are in boxes. EXIF and XMP are overwritten in place, so
that all offsets to pictures stay valid.

Browsers rotate an AVIF picture by its properties (`irot`, `imir`), never by EXIF. The boxes are
those of ISO/IEC 14496-12 and 23008-12.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass

from stimuli.cleaning.boxes import DROPPED, PADDING, Box, boxes

FULL = 4  # bytes of a box's version and flags
TAGS = {b"Exif": "EXIF", b"mime": "XMP"}
# An offset, the header of a TIFF file and an empty list of tags. Readers reject EXIF data that are
# all zeros.
NO_EXIF = bytes(4) + b"MM\0*\0\0\0\x08" + bytes(6)
HANDLER_NAME_AT = FULL + 20  # after 4 bytes `predefined`, 4 type and 12 reserved
IN_FILE, IN_IDAT = 0, 1  # possible locations of an item's bytes
# The last versions of these boxes that have 16-bit ids.
SHORT_INFE, SHORT_ILOC = 2, 1


@dataclass(frozen=True)
class Span:
    """Bytes that must be overwritten. `name` describes the bytes."""

    start: int
    end: int
    name: str

    @property
    def blank(self) -> bytes:
        beginning = NO_EXIF if self.name == TAGS[b"Exif"] else b""
        size = self.end - self.start
        return beginning[:size].ljust(size, b"\0")


class Numbers:
    """A reader of consecutive big-endian numbers in `data`."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def take(self, size: int) -> int:
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "big")


def cleaned(data: bytes) -> tuple[bytes, list[str]]:
    """Return the picture without tags, and the names of the removed tags."""
    copy, names = bytearray(data), []
    for span in _spans(data):
        if data[span.start : span.end] != span.blank:
            copy[span.start : span.end] = span.blank
            names.append(span.name)
    return bytes(copy), names


def _spans(data: bytes) -> Iterator[Span]:
    """Yield the parts of the file that must be overwritten: metadata, padding, and data after the
    picture. Each part lies within the file."""
    end = 0
    for box in _boxes(data, 0, len(data)):
        if box.end > len(data):
            break
        end = box.end
        if box.kind == b"meta":
            yield from _of_meta(data, box)
        elif box.kind in PADDING | (DROPPED - {b"meta"}):
            yield Span(box.body, box.end, f"AVIF {box.kind.decode()}")
    yield Span(end, len(data), "data after the picture")


def _of_meta(data: bytes, meta: Box) -> Iterator[Span]:
    inner = {box.kind: box for box in _boxes(data, meta.body + FULL, meta.end)}
    if handler := inner.get(b"hdlr"):
        yield Span(handler.body + HANDLER_NAME_AT, handler.end, "AVIF handler name")
    tags = dict(_tag_items(data, inner[b"iinf"])) if b"iinf" in inner else {}
    if b"iloc" in inner:
        stored = inner.get(b"idat")
        for item, start, end in _places(data, inner[b"iloc"], stored.body if stored else 0):
            if item in tags and end <= len(data):
                yield Span(start, end, tags[item])


def _tag_items(data: bytes, box: Box) -> Iterator[tuple[int, str]]:
    """Yield the id and the tag name of each item that is a tag, for example EXIF."""
    count_bytes = 2 if data[box.body] == 0 else 4
    for entry in _boxes(data, box.body + FULL + count_bytes, box.end):
        numbers = Numbers(data, entry.body + FULL)
        item = numbers.take(2 if data[entry.body] <= SHORT_INFE else 4)
        numbers.take(2)  # skip the index of the item's protection
        kind = data[numbers.at : numbers.at + 4]
        if kind in TAGS:
            yield item, TAGS[kind]


def _places(data: bytes, box: Box, idat: int) -> Iterator[tuple[int, int, int]]:
    """Yield the item id, start and end of every extent of every item. `idat` is the offset of the
    data that are stored in the `idat` box."""
    version = data[box.body]
    numbers = Numbers(data, box.body + FULL)
    sizes, more = numbers.take(1), numbers.take(1)
    offset_size, length_size, base_size = sizes >> 4, sizes & 15, more >> 4
    index_size = more & 15 if version else 0
    id_size = 2 if version <= SHORT_ILOC else 4
    for _item in range(numbers.take(id_size)):
        item = numbers.take(id_size)
        method = numbers.take(2) & 15 if version else IN_FILE
        numbers.take(2)  # skip the reference to the file, which is this file
        base = numbers.take(base_size) + (idat if method == IN_IDAT else 0)
        for _extent in range(numbers.take(2)):
            numbers.take(index_size)
            start = base + numbers.take(offset_size)
            yield item, start, start + numbers.take(length_size)


def _boxes(data: bytes, start: int, end: int) -> Iterator[Box]:
    return boxes(io.BytesIO(data), start, end)
