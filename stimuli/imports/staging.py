"""The temporary tables that an import's rows pass through, and what goes into them.

They live outside of a transaction: to read media may take an hour, and a transaction that is open
for so long holds up the clearing away of dead rows everywhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from django.db import Error, connection, transaction

# Items' names are compared byte by byte, which is what "the same item" means, and fast.
CREATE = """
    create temporary table import_cell (
        row bigint not null, item text collate "C" not null, raw text, place integer,
        system text, text text
    );
    create temporary table import_field (row bigint primary key, fields jsonb not null);
    create temporary table import_item_medium (
        row bigint not null, field text not null, source text not null, kind text not null
    );
    create temporary table import_medium (
        source text, kind text, name text not null, url text, sha256 text,
        content_type text not null, size bigint, width integer, height integer,
        seconds double precision, primary key (source, kind)
    );
"""
DROP = (
    "drop table if exists import_cell, import_item, import_field, import_item_medium, import_medium"
)
# Each item once, by its first row, in the order of the table, under an id that is reserved here.
# One sort by item, and one of the items by row. The sequence is looked up once, because it is in a
# subquery of its own.
ITEMS = """
    create temporary table import_item as
    select nextval((select pg_get_serial_sequence('stimuli_item', 'id')::regclass)) as id, ordered.*
      from (
        select * from (
            select distinct on (item) row, item, raw from import_cell where raw is not null
             order by item, row
        ) first order by row
    ) ordered
"""
ANALYZE = "analyze import_cell (item, system); analyze import_item (id, row, item)"
# Enough to sort and hash some hundred thousand items without a file.
MEMORY = "select set_config('work_mem', '64MB', false)"


@contextmanager
def staging_tables() -> Iterator[Any]:
    """A cursor with fresh temporary tables, which go at the end; a pooled connection may be used
    again."""
    with connection.cursor() as cursor:
        cursor.execute(DROP)
        cursor.execute(CREATE)
        try:
            cursor.execute(MEMORY)
            yield cursor
        finally:
            with suppress(Error):  # with a broken connection they are gone
                cursor.execute(f"{DROP}; reset work_mem")


def copy_rows(cursor: Any, table: str, rows: Iterable[Sequence[Any]]) -> None:
    """`rows`, taken one by one while the server stores them, into a temporary table; all or
    nothing."""
    with (
        transaction.atomic(),
        connection.wrap_database_errors,
        cursor.copy(f"copy {table} from stdin") as copy,
    ):
        for row in rows:
            copy.write_row(row)


def number_items(cursor: Any) -> int:
    """Make `import_item` of the cells; how many items there are."""
    cursor.execute(ITEMS)
    count = int(cursor.rowcount)
    cursor.execute(ANALYZE)
    return count
