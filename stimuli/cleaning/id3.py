"""Cleaning of MP3 and AAC sounds. Tags before and after the frames are removed. The frames are
kept, with the data that players need to skip an encoder's padding."""

import struct

ID3V1_BYTES, APE_FOOTER = 128, 32
LYRICS_END = b"LYRICS200"


def cleaned(data: bytes) -> tuple[bytes, list[str]]:
    """Return the frames of the sound, and the names of the removed tags around them."""
    names: list[str] = []
    start, end = after_tags(data), len(data)
    if start:
        names.append("ID3v2")
    while shorter := _before_tag(data, start, end):
        end, name = shorter
        names.append(name)
    return data[start:end], names


def after_tags(data: bytes) -> int:
    """Return the offset after the ID3v2 tags at the start of the file."""
    at = 0
    while data[at : at + 3] == b"ID3" and at + 10 <= len(data):
        sizes = data[at + 6 : at + 10]
        size = sum(
            (byte & 0x7F) << shift for byte, shift in zip(sizes, (21, 14, 7, 0), strict=True)
        )
        at += 10 + size + (10 if data[at + 5] & 0x10 else 0)
    return min(at, len(data))


def _before_tag(data: bytes, start: int, end: int) -> tuple[int, str] | None:
    """Return the start and the name of the tag that ends at `end`, or None if there is no tag."""
    if data[end - ID3V1_BYTES : end - ID3V1_BYTES + 3] == b"TAG":
        return max(start, end - ID3V1_BYTES), "ID3v1"
    if data[end - APE_FOOTER : end - APE_FOOTER + 8] == b"APETAGEX":
        size, flags = struct.unpack_from("<I4xI", data, end - APE_FOOTER + 12)
        return max(start, end - size - (APE_FOOTER if flags >> 31 else 0)), "APE tag"
    if data[end - len(LYRICS_END) : end] == LYRICS_END:
        begin = data.rfind(b"LYRICSBEGIN", start, end)
        return (begin, "Lyrics3") if begin >= 0 else None
    return None
