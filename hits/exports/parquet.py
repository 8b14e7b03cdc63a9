"""Exports in Parquet format. Row groups are read from the database and written one after
another."""

from collections.abc import Generator, Sequence
from decimal import Decimal

import psycopg
import pyarrow as pa
import pyarrow.parquet as pq
from django.db import connection

from core.tabular.outlets import Outlet

ROWS = 5000  # rows of a row group, which are all in memory at the same time
# Arrow types by PostgreSQL's number of the type. All other types are exported as text.
TYPES = {
    20: pa.int64(),
    21: pa.int64(),
    23: pa.int64(),
    701: pa.float64(),
    1700: pa.float64(),
    1184: pa.timestamp("ms", tz="UTC"),
}


def parquet_pieces(query: str) -> Generator[bytes, None, int]:
    """Yield a Parquet file with the rows of `query` in pieces of bytes, in one transaction. Each
    piece is a row group, and the last piece is the end of the file. Returns the number of rows."""
    outlet, count = Outlet(), 0
    with psycopg.ServerCursor(connection.connection, "export") as cursor:
        cursor.execute(query)
        schema = _schema(cursor.description or ())
        with pq.ParquetWriter(pa.PythonFile(outlet, mode="w"), schema) as writer:
            while rows := cursor.fetchmany(ROWS):
                writer.write_batch(_batch(rows, schema))
                count += len(rows)
                yield outlet.take()
    yield outlet.take()
    return count


def _schema(columns: Sequence[psycopg.Column]) -> pa.Schema:
    return pa.schema(
        [(column.name, TYPES.get(column.type_code, pa.string())) for column in columns]
    )


def _batch(rows: Sequence[Sequence[object]], schema: pa.Schema) -> pa.RecordBatch:
    columns = zip(*rows, strict=True)
    arrays = [
        pa.array(map(_plain, values), type=field.type)
        for values, field in zip(columns, schema, strict=True)
    ]
    return pa.record_batch(arrays, schema=schema)


def _plain(value: object) -> object:
    return float(value) if isinstance(value, Decimal) else value
