"""Database outages: the exceptions that they raise, and the removal of broken connections."""

from collections.abc import Callable
from typing import ParamSpec

from celery import Task, shared_task
from django.db import InterfaceError, OperationalError, connection

AWAY = (OperationalError, InterfaceError)
# A task that loses its database starts again from the stored rows. Half an hour is longer than a
# restart takes.
LONGEST_PAUSE = 60  # seconds; the first wait is one second, and each can be twice the one before
MOST_RETRIES = 35
HARD_SECONDS = 60  # seconds after its time limit for a task to record that it ran out of time

Arguments = ParamSpec("Arguments")


def outlasting_task(
    *, minutes: int
) -> Callable[[Callable[Arguments, None]], Task[Arguments, None]]:
    """Return a decorator for a Celery task with a time limit in minutes. If a database outage makes
    the task fail, it is retried."""
    return shared_task(
        autoretry_for=AWAY,
        retry_backoff=1,
        retry_backoff_max=LONGEST_PAUSE,
        max_retries=MOST_RETRIES,
        soft_time_limit=60 * minutes,
        time_limit=60 * minutes + HARD_SECONDS,
    )


def drop_broken_connections() -> None:
    """Remove all idle connections that the server has closed from the pool. Without a pool, do
    nothing.

    The pool itself notices a closed connection only when it is used. Without this function, each
    closed connection would cause another error page.
    """
    pool = getattr(connection, "pool", None)
    if pool is not None and not pool.closed:
        pool.check()
