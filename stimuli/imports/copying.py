"""Rows as PostgreSQL's `COPY` reads them in its binary format, made a column at a time without a loop over the rows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
TRAILER = b"\xff\xff"
PIECE = 1 << 20
NOTHING = pa.scalar(b"", pa.binary())
JSONB_VERSION = 1
Rows = bytes | memoryview  # what `copy_rows` makes


@dataclass(frozen=True, slots=True)
class Json:
    """A column of `jsonb`: texts, each a JSON value."""

    texts: Any


def lengths_of(texts: Any) -> Any:
    """The bytes of each text of an Arrow array."""
    return np.diff(offsets_of(texts))


def offsets_of(texts: Any) -> Any:
    """Where each text of an Arrow array begins in `data_of`, and where the last one ends."""
    return np.frombuffer(texts.buffers()[1], np.int32)[texts.offset : texts.offset + len(texts) + 1]


def data_of(texts: Any) -> Any:
    """The bytes of all texts of an Arrow array, and of those that it is a slice of."""
    return np.frombuffer(texts.buffers()[2] or b"", np.uint8)


def copy_rows(*columns: Any) -> Rows:
    """Rows for `COPY … FROM STDIN (FORMAT binary)`, without header and trailer.

    Columns are NumPy arrays of int64 (`bigint`) or int32 (`integer`), Arrow arrays of texts, and `Json`.
    """
    if not len(columns[0]):
        return b""
    parts: list[Any] = []
    fixed: list[tuple[str, Any]] = [(">i2", len(columns))]
    for column in columns:
        if isinstance(column, np.ndarray):
            fixed += [(">i4", column.itemsize), (f">i{column.itemsize}", column)]
        else:
            is_json = isinstance(column, Json)
            texts = column.texts if is_json else column
            fixed.append((">i4", lengths_of(texts) + is_json))
            fixed += [("u1", JSONB_VERSION)] if is_json else []
            parts += [_side_by_side(fixed, len(texts)), texts.view(pa.binary())]
            fixed = []
    if fixed:
        parts.append(_side_by_side(fixed, len(columns[0])))
    joined = pc.binary_join_element_wise(*parts, NOTHING) if len(parts) > 1 else parts[0]
    return memoryview(joined.buffers()[2] or b"")


def _side_by_side(values: list[tuple[str, Any]], count: int) -> Any:
    """An Arrow array of binaries: for each row its numbers, each in its NumPy type."""
    rows = np.empty(count, dtype=[(str(number), kind) for number, (kind, _column) in enumerate(values)])
    for number, (_kind, column) in enumerate(values):
        rows[str(number)] = column
    ends = np.arange(0, (count + 1) * rows.itemsize, rows.itemsize, dtype=np.int32)
    return pa.Array.from_buffers(pa.binary(), count, [None, pa.py_buffer(ends), pa.py_buffer(rows)])


def copy_in(cursor: Any, target: str, pieces: Iterable[Rows]) -> None:
    """`pieces` of `copy_rows` into `target`, a table with its columns. Raises psycopg.Error."""
    with cursor.copy(f"copy {target} from stdin with (format binary)") as copy:
        copy.write(HEADER)
        for piece in pieces:
            copy.write(piece)
        copy.write(TRAILER)


def pieces_of(file: IO[bytes]) -> Iterator[bytes]:
    """All of a file, from its beginning."""
    file.seek(0)
    while piece := file.read(PIECE):
        yield piece
