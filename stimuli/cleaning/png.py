"""Cleaning of PNG pictures, which consist of chunks."""

import struct
import zlib
from collections.abc import Iterator

from stimuli.cleaning import exif, icc

SIGNATURE = 8
# Chunks that describe how pixels look, and chunks with the frames of an animation.
KEPT = {
    *(b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD"),
    *(b"pHYs", b"acTL", b"fcTL", b"fdAT", b"cICP", b"mDCV", b"mDCv", b"cLLI", b"cLLi"),
}
TEXTS = {b"tEXt", b"zTXt", b"iTXt"}
PROFILE_NAME = b"ICC"
PROFILE_LIMIT = 16 * 1024 * 1024  # maximum size in bytes after unpacking


def cleaned(data: bytes) -> tuple[bytes, list[str]]:
    """Return the picture with only the data that its pixels, colours and orientation need, and the
    names of the removed data."""
    pieces, names, end = [data[:SIGNATURE]], list[str](), SIGNATURE
    for kind, start, end in _chunks(data):
        body = data[start + 8 : end - 4]
        if kind in KEPT:
            pieces.append(data[start:end])
        elif kind == b"eXIf":
            least, tags = exif.cleaned(body)
            pieces.append(_chunk(kind, least) if least else b"")
            names += tags
        elif kind == b"iCCP":
            profile, tags = _profile(body)
            pieces.append(profile if tags else data[start:end])
            names += tags
        else:
            names.append(_name(kind, body))
    if data[end:].strip(b"\0"):
        names.append("data after the picture")
    return b"".join(pieces), names


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the type, start and end of each chunk, up to the end of the picture."""
    at, kind = SIGNATURE, b""
    while at + 12 <= len(data) and kind != b"IEND":
        size, kind = struct.unpack_from(">I4s", data, at)
        start, at = at, at + 12 + size
        yield kind, start, min(at, len(data))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I4s", len(body), kind) + body + struct.pack(">I", zlib.crc32(kind + body))


def _profile(body: bytes) -> tuple[bytes, list[str]]:
    """Return a chunk with the cleaned colour profile under a neutral name, and the names of the
    removed texts. If the profile is unreadable, the chunk is empty."""
    name, _nul, packed = body.partition(b"\0")
    try:
        whole = zlib.decompressobj().decompress(packed[1:], PROFILE_LIMIT)
    except zlib.error:
        return b"", ["ICC (unreadable)"]  # browsers ignore it too
    whole, names = icc.cleaned(whole)
    if name != PROFILE_NAME:
        names = [*names, "ICC name"]
    return _chunk(b"iCCP", PROFILE_NAME + b"\0\0" + zlib.compress(whole)), names


def _name(kind: bytes, body: bytes) -> str:
    if kind in TEXTS:
        return f"PNG text {body.partition(bytes(1))[0].decode('latin-1')[:79]}"
    return "PNG time" if kind == b"tIME" else f"PNG {kind.decode('latin-1')}"
