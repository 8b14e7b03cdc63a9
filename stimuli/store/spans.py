"""Byte ranges of a file, as in HTTP's Range header (RFC 9110), and the content from a store."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from stimuli.store.errors import NoSuchRange

CHUNK = 1 << 16
# No file is so large that a position in it has more digits.
SPAN = re.compile(r"bytes=([0-9]{0,18})-([0-9]{0,18})")


@dataclass(frozen=True)
class Span:
    """A byte range from `first` to `last`, inclusive. If `first` is missing, the range is the last
    `last` bytes of the file. If `last` is missing, the range continues to the end of the file."""

    first: int | None
    last: int | None

    @property
    def header(self) -> str:
        first = "" if self.first is None else self.first
        last = "" if self.last is None else self.last
        return f"bytes={first}-{last}"

    def within(self, total: int) -> tuple[int, int]:
        """Return the range's first and last byte in a file of `total` bytes. Raises NoSuchRange."""
        if self.first is None:
            first, last = max(0, total - (self.last or 0)), total - 1
        else:
            first = self.first
            last = total - 1 if self.last is None else min(self.last, total - 1)
        if first > last:
            raise NoSuchRange(total)
        return first, last


def span_of(header: str) -> Span | None:
    """Return the single range that the header requests. Return None if the header has several
    ranges or is invalid, so that the response is the whole file."""
    match = SPAN.fullmatch(header.strip())
    if match is None:
        return None
    first, last = (int(number) if number else None for number in match.groups())
    if first is None and last is None:
        return None
    if first is not None and last is not None and first > last:
        return None
    return Span(first, last)


@dataclass(frozen=True)
class Content:
    """A part of a file that a store returns: `length` bytes from position `first`, in a file of
    `total` bytes. `body` yields the bytes in pieces and has a `close` method."""

    total: int
    first: int
    length: int
    body: Iterable[bytes]
