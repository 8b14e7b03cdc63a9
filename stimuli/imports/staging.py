"""The temporary tables that an import's rows pass through, and what goes into them.

They live outside of a transaction: to read media may take an hour, and a transaction that is open
for so long holds up the clearing away of dead rows everywhere.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from django.db import Error, connection, transaction

# Items' names are compared byte by byte, which is what "the same item" means, and fast.
CREATE = """
    create temporary table import_cell (
        row bigint not null, item text collate "C" not null, raw text, place integer,
        system text, kind text, text text, files jsonb
    );
    create temporary table import_field (row bigint primary key, fields jsonb not null);
    create temporary table import_medium (
        kind text, name text, source text not null, original_name text not null,
        url text, sha256 text, content_type text not null, size bigint,
        width integer, height integer, seconds double precision, sample_rate integer,
        peaks smallint[], tags text[] not null, clean_sha256 text, clean_size bigint,
        primary key (kind, name)
    );
"""
DROP = "drop table if exists "
DROP += "import_cell, import_item, import_field, import_use, import_file, import_medium"
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
# Every use of a medium: by an item's field, or in an output of a system.
USES = """
    create temporary table import_use as
    select i.row, i.item, null::text as system, m.field, 1::bigint as place, m.kind,
           btrim(i.raw::jsonb ->> m.field, E' \\t\\r\\n') as name
      from import_item i, unnest(%(fields)s::text[], %(kinds)s::text[]) as m (field, kind)
     where i.raw::jsonb ->> m.field ~ '\\S'
    union all
    select c.row, c.item, c.system, f.file ->> 2, f.place, f.file ->> 0, f.file ->> 1
      from import_cell c, jsonb_array_elements(c.files) with ordinality as f (file, place)
     where c.files is not null
"""
# Each file or link once, by its first use.
FILES = """
    create temporary table import_file as
    select row_number() over (order by row, place) as number, first.* from (
        select distinct on (kind, name) row, field, place, kind, name from import_use
         order by kind, name, row, place
    ) first
"""
KEYS = "alter table import_item add primary key (row); alter table import_file add primary key "
KEYS += "(number)"
ANALYZE = "analyze import_cell (item, system), import_item (id, row, item), import_use, import_file"
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


def number_items(cursor: Any, media: Mapping[str, str]) -> tuple[int, int]:
    """Make `import_item` of the cells, and `import_file` of the media that outputs and the items'
    fields `media` (with their kinds) name. Returns how many items and how many files there are."""
    cursor.execute(ITEMS)
    items = int(cursor.rowcount)
    cursor.execute(USES, {"fields": list(media), "kinds": list(media.values())})
    cursor.execute(FILES)
    files = int(cursor.rowcount)
    cursor.execute(KEYS)
    cursor.execute(ANALYZE)
    return items, files


def pages(cursor: Any, table: str, key: str, columns: str, size: int) -> Iterator[list[Any]]:
    """The rows of a temporary table by its primary key, so many at a time; `key` stands first."""
    last = 0
    statement = f"select {key}, {columns} from {table} where {key} > %s order by {key} limit %s"
    while True:
        cursor.execute(statement, [last, size])
        if not (rows := list(cursor.fetchall())):
            return
        yield rows
        last = rows[-1][0]
