"""Cleaning of GIF pictures, which consist of blocks."""

from collections.abc import Iterator

HEAD, TABLE_FLAG = 13, 0x80
EXTENSION, IMAGE, END = 0x21, 0x2C, 0x3B
CONTROL, APPLICATION, COMMENT = 0xF9, 0xFF, 0xFE
LOOPS = {b"NETSCAPE2.0", b"ANIMEXTS1.0"}


def cleaned(data: bytes) -> tuple[bytes, list[str]]:
    """Return the picture with only its frames, timing and loop, and the names of the removed
    data."""
    begin = end = HEAD + _table(data[10])
    pieces, names = [data[:end]], list[str]()
    for start, end in _blocks(data, begin):
        is_needed, name = _needed(data[start:end])
        if is_needed:
            pieces.append(data[start:end])
        else:
            names.append(name)
    if data[end:].strip(b"\0"):
        names.append("data after the picture")
    return b"".join(pieces), names


def _blocks(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each block of the picture, up to the trailer."""
    while at < len(data):
        start = at
        if data[at] == IMAGE:
            at = _after_sub_blocks(data, at + 11 + _table(data[at + 9]))
        elif data[at] == EXTENSION:
            at = _after_sub_blocks(data, at + 2)
        else:
            at += 1
        yield start, min(at, len(data))
        if data[start] == END:
            return


def _after_sub_blocks(data: bytes, at: int) -> int:
    while at < len(data) and data[at]:
        at += 1 + data[at]
    return at + 1


def _table(packed: int) -> int:
    """Return the size in bytes of the colour table that the header flags `packed` describe, or 0 if
    there is no table."""
    return 3 << ((packed & 7) + 1) if packed & TABLE_FLAG else 0


def _needed(block: bytes) -> tuple[bool, str]:
    """Return whether the block is needed to show the frames, and the block's name."""
    if block[0] != EXTENSION or block[1] == CONTROL:
        return block[0] in {EXTENSION, IMAGE, END}, "bytes between blocks"
    if block[1] != APPLICATION:
        return False, "GIF comment" if block[1] == COMMENT else "GIF text"
    application = block[3:14]
    return application in LOOPS, f"GIF {application.decode('latin-1').strip()}"
