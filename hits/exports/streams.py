"""Exports as streams of bytes. An export is one SQL statement, so its data is consistent, and it
uses constant memory."""

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
# Characters that JSON never contains unescaped are the delimiter and the quote, so that COPY quotes
# nothing.
AS_IT_IS = r"(format csv, delimiter e'\x01', quote e'\x02', escape e'\x02')"


def stream(
    batch: Batch,
    kind: str,
    *,
    purposes: tuple[str, ...] = (HIT.Purpose.MAIN,),
    bom: bool = False,
    site: str = "",
) -> Iterator[bytes]:
    """Yield the long or the wide table (`kind`) of all responses as CSV, in pieces of bytes."""
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
    """Yield the rows of all statements as one file, in pieces of bytes. The header of a CSV file
    comes before any query is run. Returns the number of rows. Raises MissingExtra if the file
    format needs packages that are not installed."""
    check_form(form)
    if form == Form.CSV:
        yield beginning + _header(names)
    with transaction.atomic(), psycopg.ClientCursor(connection.connection) as cursor:
        bound = " union all ".join(f"({cursor.mogrify(*statement)})" for statement in statements)
        cursor.execute(load("hits/exports/sql/answers.sql", "in_order"))
        if form == Form.PARQUET:
            # Imported here because it would take 40 MB of each process that serves pages.
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
    """Yield the rows of `query` in the given format, in pieces of bytes. Small pieces are joined,
    because each piece needs a separate write to the network. Returns the number of rows."""
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
