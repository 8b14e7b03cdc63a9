"""Recording of a long task's progress in its row while the work's transaction is open."""

import time
from types import TracebackType
from typing import Self

from django.db import connection

from tasks.long_work.rows import LongWork

EVERY = 1.0  # seconds between two updates


class Progress:
    """A recorder of a row's progress (`done`). It uses a separate connection, because changes in
    the work's transaction are invisible until the transaction ends."""

    def __init__(self, row: LongWork) -> None:
        self._row = row
        self._told = time.monotonic()
        self._beside = connection.copy()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._beside.close()

    def tell(self, done: int) -> None:
        """Record the number of units that are done, at most once per second."""
        now = time.monotonic()
        if now - self._told < EVERY:
            return
        self._told = now
        table = connection.ops.quote_name(self._row._meta.db_table)
        with self._beside.cursor() as cursor:
            cursor.execute(
                f"update {table} set done = %s where id = %s",
                [done, self._row.pk],
            )
