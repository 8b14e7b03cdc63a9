"""Cleaning of MP4, MOV and M4A files, which consist of boxes. Metadata are overwritten in place, so
that all sample offsets, edit lists and rotations stay valid."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

HEADER = 8
PARENTS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"moof", b"traf", b"mvex"}
DROPPED = {b"udta", b"meta", b"uuid", b"ID32"}
PADDING = {b"free", b"skip", b"wide"}
TIMED = {b"mvhd", b"tkhd", b"mdhd"}
PICTURES = {b"avc1", b"avc3", b"vp08", b"vp09", b"av01", b"hev1", b"hvc1", b"mp4v"}
# Offsets and a length in a sample entry: the first entry, QuickTime's vendor, the compressor's
# name, and the length of this name.
ENTRIES_AT, VENDOR_AT, COMPRESSOR_AT, COMPRESSOR_BYTES = 8, 20, 50, 32


@dataclass(frozen=True)
class Patch:
    """Bytes to write at `offset`. `name` describes the bytes that the patch replaces."""

    offset: int
    data: bytes
    name: str


@dataclass(frozen=True)
class Box:
    """A box of the file from `start` to `end`. Its content begins at `body`."""

    kind: bytes
    start: int
    body: int
    end: int


def boxes(file: IO[bytes], start: int, end: int) -> Iterator[Box]:
    """Yield the boxes between two offsets, one level deep. The last box can end beyond the file."""
    while start + HEADER <= end:
        file.seek(start)
        size, kind = struct.unpack(">I4s", file.read(HEADER))
        header = HEADER
        if size == 1:
            size, header = int.from_bytes(file.read(8), "big"), 16
        elif size == 0:
            size = end - start
        if size < header:
            return
        yield Box(kind, start, start + header, start + size)
        start += size


def patches(file: IO[bytes]) -> list[Patch]:
    """Return the patches that remove everything except pictures and sounds from the file. Parts
    that are already cleared get no patch."""
    end = file.seek(0, 2)
    differing = [patch for patch in _level(file, 0, end) if _differs(file, patch)]
    last = max((min(box.end, end) for box in boxes(file, 0, end)), default=0)
    if last < end and _differs(file, rest := Patch(last, bytes(end - last), "data after the end")):
        differing.append(rest)
    return differing


def _level(file: IO[bytes], start: int, end: int) -> Iterator[Patch]:
    for box in boxes(file, start, end):
        if box.kind in PARENTS:
            yield from _level(file, box.body, min(box.end, end))
        elif box.kind in DROPPED:
            yield Patch(box.start + 4, b"free", f"MP4 {box.kind.decode()}")
            yield Patch(box.body, bytes(box.end - box.body), f"MP4 {box.kind.decode()}")
        elif box.kind in PADDING:
            yield Patch(box.body, bytes(box.end - box.body), "MP4 padding")
        elif box.kind in TIMED:
            yield _times(file, box)
        elif box.kind == b"hdlr":
            # Keep the version, flags, type and subtype. Blank the manufacturer, its flags and the
            # handler's name.
            yield Patch(box.body + 12, bytes(box.end - box.body - 12), "MP4 handler name")
        elif box.kind == b"stsd":
            yield from _entries(file, box)


def _times(file: IO[bytes], box: Box) -> Patch:
    """Return a patch that clears a box's creation and modification times. In version 1 of the box,
    each time has 8 bytes, otherwise 4."""
    file.seek(box.body)
    return Patch(box.body + 4, bytes(16 if file.read(1) == b"\1" else 8), "MP4 creation time")


def _entries(file: IO[bytes], box: Box) -> Iterator[Patch]:
    for entry in boxes(file, box.body + ENTRIES_AT, box.end):
        if entry.kind in PICTURES and entry.end - entry.start > COMPRESSOR_AT + COMPRESSOR_BYTES:
            yield Patch(entry.start + VENDOR_AT, bytes(4), "MP4 vendor")
            at = entry.start + COMPRESSOR_AT
            yield Patch(at, bytes(COMPRESSOR_BYTES), "MP4 compressor")


def _differs(file: IO[bytes], patch: Patch) -> bool:
    file.seek(patch.offset)
    return file.read(len(patch.data)) != patch.data
