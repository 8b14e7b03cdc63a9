"""Reading pieces of a CSV file by columns, where it is certain that Python's reader would give the same cells.

What is certain: every quote opens a cell, closes one, or is doubled inside one; lines end in a line feed, with or
without a carriage return; there are as many cells in each row; all is UTF-8. Other pieces are left to Python's reader.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv

from stimuli.imports.tables import BOM, Place

CHUNK_BYTES = 1_500_000
LONGEST_CHUNK = 4 * CHUNK_BYTES  # for a row that is longer than a chunk
QUOTE, FEED, RETURN = b'"\n\r'


@dataclass(frozen=True, slots=True)
class ColumnBlock:
    """Rows as Arrow arrays of texts, one for each column; `first` is the number of the first row."""

    first: int
    cells: list[Any]

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The same rows one by one."""
        return list(zip(*(column.to_pylist() for column in self.cells), strict=True))


@dataclass(frozen=True, slots=True)
class Chunk:
    """The rows from one place to another."""

    cells: list[Any]
    begin: Place
    end: Place

    def blocks(self, size: int) -> Iterator[ColumnBlock]:
        for at in range(0, self.end.row - self.begin.row, size):
            yield ColumnBlock(self.begin.row + at, [column.slice(at, size) for column in self.cells])


def read_chunk(path: Path, begin: Place, *, delimiter: str, width: int) -> Chunk | None:
    """The next rows, of `width` cells each; None where it is not certain what they are."""
    content = _whole_rows(path, begin.offset)
    held = np.frombuffer(content, np.uint8)
    if not content or not _is_plain(content, held) or not _is_well_quoted(content, held, ord(delimiter)):
        return None
    try:
        cells = _parsed(content, delimiter, width)
    except pa.ArrowException:  # a row with more or fewer cells, or a byte that is not UTF-8
        return None
    rows, lines = len(cells[0]), int(np.count_nonzero(held == FEED))
    return Chunk(cells, begin, Place(begin.offset + len(content), begin.row + rows, begin.line + lines))


def _whole_rows(path: Path, offset: int) -> bytes:
    """About a chunk from `offset` on that ends where a row does, if all quotes are in their places; else nothing."""
    with path.open("rb") as file:
        for size in (CHUNK_BYTES, LONGEST_CHUNK):
            file.seek(offset)
            content = file.read(size)
            end = len(content) if len(content) < size else _last_row_end(content)
            if end:
                return content[:end]
    return b""


def _last_row_end(content: bytes) -> int:
    """Behind the last line feed that an even number of quotes precedes; 0 where there is none."""
    quotes = _quotes(content)
    end = content.rfind(b"\n") + 1
    while end and (before := int(np.searchsorted(quotes, end))) % 2:
        end = content.rfind(b"\n", 0, quotes[before - 1]) + 1
    return end


def _quotes(content: bytes) -> Any:
    """Where they stand."""
    if b'"' not in content:
        return np.empty(0, np.int64)
    return np.flatnonzero(np.frombuffer(content, np.uint8) == QUOTE)


def _is_plain(content: bytes, held: Any) -> bool:
    """No carriage return by itself, no NUL, and no mark at the beginning that Arrow would take for the encoding's."""
    if content.startswith(BOM) or b"\0" in content or content.endswith(b"\r"):
        return False
    return b"\r" not in content or bool((held[np.flatnonzero(held == RETURN) + 1] == FEED).all())


def _is_well_quoted(content: bytes, held: Any, delimiter: int) -> bool:
    """Every other quote opens, at a cell's beginning or as the second of a doubled one; the others close."""
    quotes = _quotes(content)
    if len(quotes) % 2:
        return False
    opening, closing = quotes[0::2], quotes[1::2]
    before = held[opening[opening > 0] - 1]
    after = held[closing[closing < len(held) - 1] + 1]
    return bool(
        np.isin(before, (delimiter, FEED, QUOTE)).all() and np.isin(after, (delimiter, FEED, RETURN, QUOTE)).all()
    )


def _parsed(content: bytes, delimiter: str, width: int) -> list[Any]:
    names = [str(number) for number in range(width)]
    table = pyarrow.csv.read_csv(
        pa.py_buffer(content),
        # One thread: the other cores are PostgreSQL's meanwhile.
        read_options=pyarrow.csv.ReadOptions(use_threads=False, block_size=len(content) + 1, column_names=names),
        parse_options=pyarrow.csv.ParseOptions(delimiter=delimiter, newlines_in_values=True, ignore_empty_lines=False),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.string()), null_values=[], strings_can_be_null=False
        ),
    )
    return [column.combine_chunks() for column in table.columns]
