"""Exports as streams of bytes. Each export is one SQL statement with one consistent view of the
data, and uses constant memory."""

import csv
import io
from collections.abc import Generator, Iterator, Sequence

import psycopg
from django.db import connection, transaction

from core.database.sql import load
from hits.exports.choice import ExportChoice, Form, check_form
from hits.exports.queries import Statement, rows_of
from hits.models import HIT, Batch

PIECE = 1 << 16
BOM = b"\xef\xbb\xbf"
# Characters that JSON never contains unescaped, so that COPY quotes nothing.
AS_IT_IS = r"(format csv, delimiter e'\x01', quote e'\x02', escape e'\x02')"


def stream(
    batch: Batch,
    kind: str,
    *,
    purposes: tuple[str, ...] = (HIT.Purpose.MAIN,),
    bom: bool = False,
    site: str = "",
) -> Iterator[bytes]:
    """Yield the long or the wide table of all responses as CSV, in pieces of bytes."""
    return export_pieces(batch, ExportChoice(table=kind, purposes=purposes, bom=bom, site=site))


def export_pieces(batch: Batch, choice: ExportChoice) -> Generator[bytes, None, int]:
    """Yield the exported file in pieces of bytes. Returns the number of rows."""
    rows = rows_of(batch, choice)
    beginning = BOM if choice.bom and choice.file_format == Form.CSV else b""
    return (
        yield from pieces(rows.names(), [rows.statement()], choice.file_format, beginning=beginning)
    )


def pieces(
    names: Sequence[str], statements: Sequence[Statement], form: str, *, beginning: bytes = b""
) -> Generator[bytes, None, int]:
    """Yield the rows of all statements as one file, in pieces of UTF-8 text. The header comes
    before any query for answers. Returns the number of rows. Raises MissingExtra."""
    check_form(form)
    if form == Form.CSV:
        yield beginning + _header(names)
    with transaction.atomic(), psycopg.ClientCursor(connection.connection) as cursor:
        bound = " union all ".join(f"({cursor.mogrify(*statement)})" for statement in statements)
        cursor.execute(load("hits/exports/sql/answers.sql", "in_order"))
        if form == Form.PARQUET:
            # Imported only here: it takes 40 MB of each process that serves pages.
            from hits.exports.parquet import parquet_pieces

            rows = yield from parquet_pieces(bound)
        elif form == Form.JSON_LINES:
            rows = yield from _copied(cursor, f"select row_to_json(r) from ({bound}) r", AS_IT_IS)
        else:
            rows = yield from _copied(cursor, bound, "(format csv)")
    return rows


def _header(names: Sequence[str]) -> bytes:
    """Return the header line as PostgreSQL would format it."""
    header = io.StringIO()
    csv.writer(header, lineterminator="\n").writerow(names)
    return header.getvalue().encode()


def _copied(cursor: psycopg.ClientCursor, query: str, form: str) -> Generator[bytes, None, int]:
    """Yield the rows of `query`. Many small pieces are joined into one, because each piece costs a
    write to the network. Returns the number of rows."""
    pending: list[bytes] = []
    size = 0
    with cursor.copy(f"copy ({query}) to stdout with {form}") as copy:
        for piece in map(bytes, copy):
            pending.append(piece)
            size += len(piece)
            if size >= PIECE:
                yield b"".join(pending)
                pending, size = [], 0
    yield b"".join(pending)
    return cursor.rowcount
