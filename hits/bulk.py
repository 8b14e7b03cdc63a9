"""What makes writing a million rows at once cheap."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import Error

MAY_SET = "select has_parameter_privilege('session_replication_role', 'set')"


@contextmanager
def unchecked_keys(cursor: Any) -> Iterator[None]:
    """Rows that are inserted inside are not looked up one by one in the tables that their foreign keys name.

    Those look-ups take longer than everything else of a bulk insert together. Only for rows whose keys hold by
    construction: the caller made, or has locked, what they refer to in this transaction. Check and unique constraints
    are held as ever. Where the database's user may not change the setting, the keys are looked up after all.
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
