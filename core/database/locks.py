"""Advisory locks, which allow only one process at a time to do a piece of work. A lock ends with
its database connection, so it does not outlive a killed process."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from django.db import connection


class Work(IntEnum):
    """The kind of work that an advisory lock protects. It is the lock's first key, and the id of a
    row is the second."""

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
    """Hold the advisory lock for this work on the row `pk`, and yield True. If another process has
    the lock, wait for it or, if `wait` is false, yield False immediately."""
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
