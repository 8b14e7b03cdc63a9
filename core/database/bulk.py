"""Fast inserts of up to a million rows."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import Error, OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper

logger = logging.getLogger(__name__)
PATIENCE = "5s"  # how long to wait for a table lock that another connection holds
MAY_SET = "select has_parameter_privilege('session_replication_role', 'set')"


@contextmanager
def unchecked_keys(cursor: CursorWrapper) -> Iterator[None]:
    """Within the context, insert rows without checking their foreign keys.

    These checks take longer than the rest of a bulk insert. Use this only if the caller created or
    locked the referenced rows in this transaction, so that the keys are certain to be valid. Check
    constraints and unique constraints still apply. If the database user is not allowed to change
    the setting, PostgreSQL still checks the keys.
    """
    cursor.execute(MAY_SET)
    if not cursor.fetchone()[0]:
        yield
        return
    cursor.execute("set local session_replication_role = replica")
    try:
        yield
    finally:
        with suppress(Error):  # a broken transaction discards the setting anyway
            cursor.execute("set local session_replication_role = origin")


def analyze(tables: str, *, detail: int = 100) -> None:
    """Analyze the tables immediately, because new rows are often used seconds later. `tables` are
    names separated by commas.

    `detail` is PostgreSQL's `default_statistics_target`: the server samples 300 × `detail` rows,
    and stores up to `detail` most common values. Autovacuum's own runs use the database's setting.

    Call this after the commit, so that no one waits for it. An autovacuum of the tables gives way
    within a second. If another lock remains, the analysis is skipped, and autovacuum does it later.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "select set_config('lock_timeout', %s, true), "
                "set_config('default_statistics_target', %s, true)",
                [PATIENCE, str(detail)],
            )
            cursor.execute(f"analyze {tables}")
    except OperationalError as error:
        logger.warning("%s: not analyzed: %s", tables, error)
