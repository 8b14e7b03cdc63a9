"""Cleaning of JPEG pictures, which have segments before, between and after the scans."""

import re
from collections.abc import Iterator

from stimuli.cleaning import exif, icc

APP0, APP1, APP2, APP14, APP15 = 0xE0, 0xE1, 0xE2, 0xEE, 0xEF
SCAN, END, COMMENT = 0xDA, 0xD9, 0xFE
STANDALONE = {0x01, *range(0xD0, 0xDA)}
# A marker that ends the data of a scan. Stuffed bytes, restart markers and fill bytes do not end
# them.
NEXT_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]")
ICC_HEAD, ICC_PIECE = b"ICC_PROFILE\0", 65_519
JFIF = b"JFIF\0"
JFIF_BYTES = 14  # length without a thumbnail
XMP, IPTC, MPF = b"http://ns.adobe.com/", b"Photoshop 3.0", b"MPF\0"
NAMES = {XMP: "XMP", IPTC: "IPTC", MPF: "further views", b"JFXX\0": "JFIF thumbnail"}


def cleaned(data: bytes) -> tuple[bytes, list[str]]:
    """Return the picture with only the data that its pixels, colours and orientation need, and the
    names of the removed data."""
    names: list[str] = []
    head, pieces, profile = data[:2], list[bytes](), list[bytes]()
    end = 2
    for marker, start, end in _segments(data):
        body = data[start + 4 : end]
        if marker == APP1 and body.startswith(exif.HEAD):
            least, tags = exif.cleaned(body[len(exif.HEAD) :])
            names += tags
            head += _segment(APP1, exif.HEAD + least) if least else b""
        elif marker == APP2 and body.startswith(ICC_HEAD):
            profile.append(body[len(ICC_HEAD) :])
        elif marker == APP0 and body.startswith(JFIF):
            names += ["JFIF thumbnail"] if len(body) > JFIF_BYTES else []
            head = head[:2] + _segment(APP0, body[:12].ljust(12, b"\0") + b"\0\0") + head[2:]
        elif marker == COMMENT or (APP0 <= marker <= APP15 and marker != APP14):
            names.append(_name(marker, body))
        else:
            pieces.append(data[start:end])
    if data[end:].strip(b"\0"):
        names.append("data after the picture")
    colours, tags = _profile(profile)
    return b"".join([head, colours, *pieces]), names + tags


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the marker, start and end of each segment, up to the end of the picture. The segment of
    a scan includes its data."""
    at = 2
    while at + 1 < len(data):
        start = at
        while data[at + 1 : at + 2] == b"\xff":  # skip fill bytes
            at += 1
        marker = data[at + 1] if at + 1 < len(data) else END
        at += 2
        if marker not in STANDALONE:
            at += int.from_bytes(data[at : at + 2], "big")
        if marker == SCAN:
            following = NEXT_MARKER.search(data, at)
            at = following.start() if following else len(data)
        yield marker, min(start, at), min(at, len(data))
        if marker == END:
            return


def _segment(marker: int, body: bytes) -> bytes:
    return bytes([0xFF, marker]) + (len(body) + 2).to_bytes(2, "big") + body


def _profile(pieces: list[bytes]) -> tuple[bytes, list[str]]:
    """Return the segments of the cleaned colour profile, and the names of the removed texts. Each
    of the `pieces` begins with its number and the number of pieces."""
    whole, names = icc.cleaned(b"".join(piece[2:] for piece in sorted(pieces)))
    parts = [whole[at : at + ICC_PIECE] for at in range(0, len(whole), ICC_PIECE)]
    numbered = (ICC_HEAD + bytes([n, len(parts)]) + part for n, part in enumerate(parts, 1))
    return b"".join(_segment(APP2, body) for body in numbered), names


def _name(marker: int, body: bytes) -> str:
    if marker == COMMENT:
        return "JPEG comment"
    titles = (name for head, name in NAMES.items() if body.startswith(head))
    return next(titles, f"JPEG APP{marker - APP0}")
