"""Advisory locks, which let only one process at a time do a piece of work. A lock ends with its
database connection, so a killed process releases it."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from django.db import connection


class Work(IntEnum):
    """The kind of work that a lock protects. It is the first key of the advisory lock; the second
    key is the row's id."""

    IMPORT = 7302
    PUBLICATION = 7303
    REPORT = 7304
    PANEL_CALLS = 7305
    STORAGE = 7306
    BACKGROUND = 7308
    PANEL_STUDY = 7309
    FIGURES = 7311  # 7310 belongs to `api.idempotency`
    ANNOTATORS = 7312
    JUDGE_RUN = 0x4A554447


@contextmanager
def alone_at(work: Work, pk: int, *, wait: bool = True) -> Iterator[bool]:
    """Yield True while only this process does the work. Without `wait`, yield False at once if
    another process is doing the work."""
    key = [work.value, pk % 2**31]
    with connection.cursor() as cursor:
        if wait:
            cursor.execute("select pg_advisory_lock(%s, %s)", key)
            acquired = True
        else:
            cursor.execute("select pg_try_advisory_lock(%s, %s)", key)
            acquired = cursor.fetchone()[0]
    try:
        yield acquired
    finally:
        if acquired:
            with connection.cursor() as cursor:
                cursor.execute("select pg_advisory_unlock(%s, %s)", key)
