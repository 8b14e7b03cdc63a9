"""Helpers that lock a row in another connection, or wait until another connection waits."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep

from django.db import connection
from django.db.models import Model


@contextmanager
def locked_by_another(row: Model) -> Iterator[None]:
    """Lock the row in another connection. Statements that wait 2 s for it fail."""
    other = connection.copy()
    other.set_autocommit(False)
    try:
        with connection.cursor() as own, other.cursor() as cursor:
            cursor.execute(f"select from {row._meta.db_table} where id = %s for update", [row.pk])
            own.execute("set lock_timeout = '2s'")
            yield
            own.execute("reset lock_timeout")
    finally:
        other.rollback()
        other.close()


def waits_for_a_lock() -> None:
    """Wait until another connection to this database waits for a lock."""
    with connection.cursor() as cursor:
        while True:
            cursor.execute("select pg_stat_clear_snapshot()")  # else it stays for a transaction
            cursor.execute(
                "select 1 from pg_stat_activity"
                " where datname = current_database() and wait_event_type = 'Lock'"
            )
            if cursor.fetchone():
                return
            sleep(0.01)
