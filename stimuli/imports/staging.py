"""Temporary tables for an import's rows.

The tables are used outside a transaction, because reading the media can take an hour. A transaction
that is open for so long would delay vacuuming of all tables.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from django.db import Error, connection, transaction
from django.db.backends.utils import CursorWrapper

from core.database.sql import SQLValue, load

_sql = partial(load, "stimuli/imports/sql/staging.sql")


@contextmanager
def staging_tables() -> Iterator[CursorWrapper]:
    """Yield a cursor with new temporary tables. The tables are dropped at the end, because a pooled
    connection can be used again."""
    with connection.cursor() as cursor:
        # The server rejects this setting if the connection has used temporary tables before. The
        # setting then keeps its value.
        with suppress(Error), transaction.atomic():
            cursor.execute(_sql("temporary_memory"))
        cursor.execute(_sql("drop"))
        cursor.execute(_sql("create"))
        try:
            cursor.execute(_sql("settings"))
            yield cursor
        finally:
            with suppress(Error):  # if the connection broke, the tables are gone
                cursor.execute(f"{_sql('drop')}; reset work_mem; reset default_statistics_target")


def copy_rows(cursor: CursorWrapper, table: str, rows: Iterable[Sequence[object]]) -> None:
    """Copy `rows` into a temporary table, atomically. The rows are sent one by one and are not all
    held in memory."""
    with (
        transaction.atomic(),
        connection.wrap_database_errors,
        cursor.copy(f"copy {table} from stdin") as copy,
    ):
        for row in rows:
            copy.write_row(row)


def number_items(
    cursor: CursorWrapper, media: Mapping[str, str], *, has_files: bool
) -> tuple[int, int]:
    """Create `import_item` from the cells, and `import_file` from the file names in items and
    outputs. `media` maps the items' media fields to their kinds, and `has_files` says whether
    outputs have files. Return the number of rows in each of the two tables."""
    cursor.execute(_sql("items"))
    items = int(cursor.rowcount)
    values: dict[str, SQLValue] = {
        "fields": [*media],
        "kinds": [*media.values()],
        "has_files": has_files,
    }
    cursor.execute(_sql("uses"), values)
    cursor.execute(_sql("files"))
    files = int(cursor.rowcount)
    cursor.execute(_sql("keys"))
    cursor.execute(_sql("analyze"))
    return items, files


def pages(
    cursor: CursorWrapper, table: str, key: str, columns: str, size: int
) -> Iterator[list[Any]]:
    """Yield the rows of a temporary table in pages of `size` rows, ordered by the primary key
    `key`. The key is the first column."""
    last = 0
    statement = f"select {key}, {columns} from {table} where {key} > %s order by {key} limit %s"
    while True:
        cursor.execute(statement, [last, size])
        if not (rows := list(cursor.fetchall())):
            return
        yield rows
        last = rows[-1][0]
