"""When the database is away: which errors mean that, and the connections that are left from before."""

from django.db import InterfaceError, OperationalError, connection

AWAY = (OperationalError, InterfaceError)
# For a task: one that lost its database starts again from what is stored. Half an hour is longer than a restart takes.
LONGEST_PAUSE = 60  # seconds; the first is one, and each is up to twice the one before
MOST_RETRIES = 35


def drop_broken_connections() -> None:
    """Have the pool throw away every idle connection that the server has closed; without a pool there is none.

    The pool itself notices only when one is used, so each would cost one more person an error.
    """
    pool = getattr(connection, "pool", None)
    if pool is not None and not pool.closed:
        pool.check()
