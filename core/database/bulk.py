"""Fast writing of a million rows."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import Error, OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper

logger = logging.getLogger(__name__)
PATIENCE = "5s"  # for another user's lock on a table
MAY_SET = "select has_parameter_privilege('session_replication_role', 'set')"


@contextmanager
def unchecked_keys(cursor: CursorWrapper) -> Iterator[None]:
    """Rows that are inserted inside are not looked up one by one in the tables that their foreign
    keys name.

    Those look-ups take longer than everything else of a bulk insert together. Only for rows whose
    keys hold by construction: the caller made, or has locked, what they refer to in this
    transaction. Check and unique constraints are held as ever. Where the database's user may not
    change the setting, the keys are looked up after all.
    """
    cursor.execute(MAY_SET)
    if not cursor.fetchone()[0]:
        yield
        return
    cursor.execute("set local session_replication_role = replica")
    try:
        yield
    finally:
        with suppress(Error):  # in a broken transaction the setting goes with it
            cursor.execute("set local session_replication_role = origin")


def analyze(tables: str, *, detail: int = 100) -> None:
    """Have the server look at new rows at once: a dataset is often published, and a batch worked
    on, seconds later.

    `detail` is PostgreSQL's `default_statistics_target`: 300 rows are sampled for each unit, and
    that number of most common values is stored. The server's own visits use the database's setting.

    After the commit, so that no one waits for it. A vacuum by the server gives way within a second;
    otherwise this is skipped, and the server does it later.
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
