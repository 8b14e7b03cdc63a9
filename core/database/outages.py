"""When the database is away: which errors mean that, and the connections that are left from
before."""

from collections.abc import Callable
from typing import ParamSpec

from celery import Task, shared_task
from django.db import InterfaceError, OperationalError, connection

AWAY = (OperationalError, InterfaceError)
# A task that lost its database starts again from the stored rows. Half an hour is longer than a
# restart takes.
LONGEST_PAUSE = 60  # seconds; the first is one, and each is up to twice the one before
MOST_RETRIES = 35
HARD_SECONDS = 60  # what a task has, after its time, to write down that it was over

Arguments = ParamSpec("Arguments")


def outlasting_task(
    *, minutes: int
) -> Callable[[Callable[Arguments, None]], Task[Arguments, None]]:
    """Return a Celery task with a time limit in minutes that starts again from the stored rows when
    its database was away."""
    return shared_task(
        autoretry_for=AWAY,
        retry_backoff=1,
        retry_backoff_max=LONGEST_PAUSE,
        max_retries=MOST_RETRIES,
        soft_time_limit=60 * minutes,
        time_limit=60 * minutes + HARD_SECONDS,
    )


def drop_broken_connections() -> None:
    """Have the pool throw away every idle connection that the server has closed; without a pool
    there is none.

    The pool itself notices only when one is used, so each would cost one more person an error.
    """
    pool = getattr(connection, "pool", None)
    if pool is not None and not pool.closed:
        pool.check()
