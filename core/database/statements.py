"""Execution of the few SQL statements that every HIT needs. The server binds the values, so
a connection can reuse a statement's plan."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.db import connection
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from psycopg.adapt import AdaptersMap
from psycopg.types.datetime import TimestamptzLoader
from psycopg.types.numeric import Int8

__all__ = ["Int8", "column_names", "fetch_named", "fetch_one", "run"]

Row = tuple[Any, ...]
_NAMES: dict[str, tuple[str, ...]] = {}  # the column names of each statement


def column_names(model: type[Model]) -> list[str]:
    """Return the columns of `model`'s table in the order in which `model.from_db` takes them."""
    return [field.attname for field in model._meta.concrete_fields]


def fetch_one(sql: str, values: Mapping[str, object]) -> Row | None:
    """Run `sql` and return its first row, or None if there are no rows. Wrap whole numbers in
    `Int8`, because each size of number has its own query plan."""
    with _cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone()


def fetch_named(sql: str, values: Mapping[str, object]) -> dict[str, Any] | None:
    """Run `sql` and return its first row as a dict by column name, or None if there are no rows.
    Raises ValueError if two columns have the same name."""
    with _cursor() as cursor:
        cursor.execute(sql, values)
        row = cursor.fetchone()
        if row is None:
            return None
        names = _NAMES.get(sql) or _NAMES.setdefault(sql, _names(cursor))
    return dict(zip(names, row, strict=True))


def _names(cursor: CursorWrapper) -> tuple[str, ...]:
    names = tuple(column.name for column in cursor.description)
    if repeated := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"Two columns are named {', '.join(sorted(repeated))}.")
    return names


def run(sql: str, values: Mapping[str, object]) -> int:
    """Run `sql` and return the number of rows that it changed."""
    with _cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.rowcount)


@cache
def _adapters() -> AdaptersMap:
    """Return Django's adapters with psycopg's compiled loader for timestamps. Timestamps are still
    in the connection's time zone, which is UTC."""
    adapters = AdaptersMap(connection.connection.adapters)
    adapters.register_loader("timestamptz", TimestamptzLoader)
    return adapters


class _Cursor(ServerBindingCursor):
    """A cursor that keeps the statement for Django's query log."""

    @property
    def adapters(self) -> AdaptersMap:
        return _adapters()

    def _convert_query(self, query: object, params: object = None) -> object:
        self._query = super()._convert_query(query, params)  # type: ignore[misc]
        return self._query


def _cursor() -> Any:
    """Return a Django cursor, with logging and wrappers, that sends values to the server separately
    from the statement."""
    connection.ensure_connection()
    bare: Any = _Cursor
    # The same steps as in `connection.cursor()`.
    cursor = bare(connection.connection)
    return connection._prepare_cursor(cursor)  # type: ignore[attr-defined]
