"""Knowing that another connection waits for this one."""

from time import sleep

from django.db import connection


def waits_for_a_lock() -> None:
    """Return once another connection to this database waits for a lock."""
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
