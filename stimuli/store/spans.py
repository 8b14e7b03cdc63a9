"""A part of a file, as the header Range asks for it (RFC 9110), and what a store gives."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from stimuli.store.errors import NoSuchRange

CHUNK = 1 << 16
# More digits are no position in any file.
SPAN = re.compile(r"bytes=([0-9]{0,18})-([0-9]{0,18})")


@dataclass(frozen=True)
class Span:
    """From byte `first` to byte `last`, both included; without `first` the last `last` bytes, and
    without `last` to the end."""

    first: int | None
    last: int | None

    @property
    def header(self) -> str:
        first = "" if self.first is None else self.first
        last = "" if self.last is None else self.last
        return f"bytes={first}-{last}"

    def within(self, total: int) -> tuple[int, int]:
        """Return the first byte and the last of a file of `total` bytes. Raises NoSuchRange."""
        if self.first is None:
            first, last = max(0, total - (self.last or 0)), total - 1
        else:
            first = self.first
            last = total - 1 if self.last is None else min(self.last, total - 1)
        if first > last:
            raise NoSuchRange(total)
        return first, last


def span_of(header: str) -> Span | None:
    """Return the one part that the header asks for; None if it asks for several or cannot be read,
    and the whole is to be sent."""
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
    """`length` bytes from `first` on of a file of `total` bytes; `body` gives them in pieces, and
    has `close`."""

    total: int
    first: int
    length: int
    body: Iterable[bytes]
