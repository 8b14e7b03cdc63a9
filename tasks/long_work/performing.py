"""Running of a long task's work. The reason for an interruption is recorded in the task's row."""

import logging
import signal
import time
from collections.abc import Callable
from functools import partial

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connections

from core.database.outages import AWAY
from tasks.long_work.children import ChildDied, OutOfMemory, name_of, run_in_child
from tasks.long_work.rows import MOST_ATTEMPTS, LongWork, fail

logger = logging.getLogger(__name__)

TIME = "The task was stopped after the maximum time of {spent}{place}. {remedy}"
MEMORY = (
    "The task needed more than the maximum memory of {megabytes:,} MB{place}. {remedy} "
    "The site administrator can raise TASK_MEMORY_MB."
)
DIED = "The task's process was ended by {signal}{place}. {remedy}"


def perform(row: LongWork, work: Callable[[], bool | None]) -> bool:
    """Do the work of a row in a child process, and return the result. This process reads only the
    row's key.

    The child is stopped when the row is cancelled. Call this function only in Celery tasks.

    If a time limit, a memory limit or a signal ends the child, the row fails with this reason. If
    the child was killed, the work is first tried again until no attempts are left. Unexpected
    errors and the loss of the database connection are raised.
    """
    began = time.monotonic()
    try:
        return _attempt(row, work)
    except SoftTimeLimitExceeded:
        connections.close_all()  # the limit may have interrupted an SQL statement
        fail(row, TIME.format(spent=_spent(time.monotonic() - began), place="", remedy=row.REMEDY))
    except OutOfMemory as error:
        allowed = settings.TASK_MEMORY_BYTES // 1024**2
        fail(
            row, MEMORY.format(megabytes=allowed, place=_while_at(error.current), remedy=row.REMEDY)
        )
    except ChildDied as error:
        fail(
            row,
            DIED.format(
                signal=name_of(error.number), place=_while_at(error.current), remedy=row.REMEDY
            ),
        )
    return False


def _attempt(row: LongWork, work: Callable[[], bool | None]) -> bool:
    for retries in reversed(range(MOST_ATTEMPTS + 1)):  # `retries` is 0 in the last attempt
        try:
            return run_in_child(
                work, memory=settings.TASK_MEMORY_BYTES, wanted=partial(_is_wanted, row)
            )
        except ChildDied as error:
            if error.number != signal.SIGKILL or not retries:
                raise
            logger.warning("%s %s: %s", type(row).__name__, row.pk, error)
    return False


def _is_wanted(row: LongWork) -> bool:
    try:
        return not type(row)._default_manager.filter(pk=row.pk, cancelled_at__isnull=False).exists()
    except AWAY:  # the child will notice the outage itself
        connections.close_all()
        return True


def _while_at(place: str) -> str:
    return f" while it was at {place}" if place else ""


def _spent(seconds: float) -> str:
    return f"{seconds / 60:,.0f} minutes" if seconds >= 60 else f"{seconds:.0f} s"  # noqa: PLR2004
