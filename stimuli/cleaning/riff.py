"""Cleaning of WebP pictures and WAV sounds, which consist of chunks in a RIFF container."""

import struct
from collections.abc import Iterator

from stimuli.cleaning import exif, icc

HEAD = 12  # bytes: `RIFF`, the size, and `WEBP` or `WAVE`
OPEN_SIZE = 0xFFFFFFFF  # the size in a sound file that was written before its length was known
WEBP_KEPT = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF"}
WAVE_KEPT = {b"fmt ", b"fact", b"data"}
EXIF_FLAG, XMP_FLAG = 0x08, 0x04


def webp(data: bytes) -> tuple[bytes, list[str]]:
    """Return the picture with only the data that its pixels, colours and orientation need, and the
    names of the removed data."""
    pieces, names = list[tuple[bytes, bytes]](), list[str]()
    turned = False
    for kind, body in _chunks(data):
        if kind == b"EXIF":
            least, tags = exif.cleaned(body.removeprefix(exif.HEAD))
            turned = bool(least)
            pieces += [(kind, least)] if least else []
        elif kind == b"ICCP":
            profile, tags = icc.cleaned(body)
            pieces.append((kind, profile))
        else:
            tags = [] if kind in WEBP_KEPT else [_name(kind)]
            pieces += [(kind, body)] if kind in WEBP_KEPT else []
        names += tags
    pieces = [
        (kind, _flagged(body, turned=turned) if kind == b"VP8X" else body) for kind, body in pieces
    ]
    return _riff(b"WEBP", pieces), names + _after(data)


def wave(data: bytes) -> tuple[bytes, list[str]]:
    """Return the sound with only its format and samples, and the names of the removed data."""
    chunks = list(_chunks(data))
    names = [name for kind, body in chunks if kind not in WAVE_KEPT for name in _tags(kind, body)]
    wanted = [(kind, body) for kind, body in chunks if kind in WAVE_KEPT]
    return _riff(b"WAVE", wanted), names + _after(data)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = HEAD
    end = min(len(data), 8 + int.from_bytes(data[4:8], "little"))
    if data[4:8] in {b"\0\0\0\0", OPEN_SIZE.to_bytes(4, "little")}:
        end = len(data)
    while at + 8 <= end:
        kind, size = struct.unpack_from("<4sI", data, at)
        yield kind, data[at + 8 : min(at + 8 + size, len(data))]
        at += 8 + size + size % 2


def _after(data: bytes) -> list[str]:
    size = int.from_bytes(data[4:8], "little")
    if size in {0, OPEN_SIZE}:
        return []
    return ["data after the end"] if data[8 + size :].strip(b"\0") else []


def _riff(kind: bytes, chunks: list[tuple[bytes, bytes]]) -> bytes:
    body = kind + b"".join(
        struct.pack("<4sI", name, len(content)) + content + b"\0" * (len(content) % 2)
        for name, content in chunks
    )
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _flagged(body: bytes, *, turned: bool) -> bytes:
    """Return the header of an extended WebP with corrected flags. The flag for EXIF is set if
    `turned` is true, and the flag for XMP is not set."""
    return bytes([body[0] & ~(EXIF_FLAG | XMP_FLAG) | EXIF_FLAG * turned]) + body[1:]


def _tags(kind: bytes, body: bytes) -> list[str]:
    if kind != b"LIST" or body[:4] != b"INFO":
        return [_name(kind)]
    entries, at = [], 4
    while at + 8 <= len(body):
        name, size = struct.unpack_from("<4sI", body, at)
        entries.append(f"INFO {name.decode('latin-1')}")
        at += 8 + size + size % 2
    return entries or ["INFO"]


def _name(kind: bytes) -> str:
    return f"chunk {kind.decode('latin-1').strip()}"
