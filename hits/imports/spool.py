"""Rows that are ready for their tables, kept in files as `COPY` reads them until the whole import is known to be good.

So a row is written to the database once, and no transaction is open while a table and its media are read.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, Any

PIECE = 1 << 20
ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escaped(texts: Sequence[str]) -> Sequence[str]:
    """`texts` as `COPY` reads them in its text format."""
    whole = "".join(texts)
    for mark, written in ESCAPES.items():
        if mark in whole:
            texts = [text.replace(mark, written) for text in texts]
    return texts


def copy_lines(*columns: Iterable[Any], texts: Sequence[str] | None = None) -> bytes:
    """Lines for `COPY … FROM STDIN`: numbers by column, and `texts`, which may hold anything, as the last one."""
    last = [] if texts is None else [escaped(texts)]
    line = "\t".join(["%s"] * (len(columns) + len(last))) + "\n"
    return "".join(map(line.__mod__, zip(*columns, *last, strict=True))).encode()


@dataclass(frozen=True)
class Spool:
    """Items (id, dataset, external id, fields) and outputs (item, system, text), each in a file."""

    items: IO[bytes]
    outputs: IO[bytes]


@contextmanager
def open_spool() -> Iterator[Spool]:
    """An empty spool, whose files go at the end however it comes."""
    with TemporaryFile() as items, TemporaryFile() as outputs:
        yield Spool(items, outputs)


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """All of a spooled file."""
    file.seek(0)
    while piece := file.read(PIECE):
        yield piece
