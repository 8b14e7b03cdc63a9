"""The entry point of manage.py. It prints a short message instead of a traceback if the database
cannot be reached."""

import os
import sys
from collections.abc import Sequence

from django.core.management import execute_from_command_line
from django.db import OperationalError

NOT_STARTED = (
    "The site's database is not running. Start it in another terminal with `rateroom services`, or "
    "with `make services` in a checkout."
)
SHOWN = 300  # characters of the driver's message that are shown


def run(words: Sequence[str]) -> None:
    """Run the command. If the database cannot be reached, exit with a message and code 1."""
    try:
        execute_from_command_line(list(words))
    except OperationalError as error:
        # Errors with an SQLSTATE come from a server that is running.
        if "--traceback" in words or getattr(error.__cause__, "sqlstate", None):
            raise
        sys.exit(_in_words(error))


def _in_words(error: OperationalError) -> str:
    from annotation.services import NOT_RUNNING, database_url
    from annotation.settings import VAR_DIR

    if not os.environ.get("DATABASE_URL") and database_url(VAR_DIR) == NOT_RUNNING["database"]:
        return NOT_STARTED
    reported = " ".join(str(error).split())[:SHOWN].rstrip(".")
    return (
        f"The database cannot be reached: {reported}. Check DATABASE_URL, and that "
        "PostgreSQL is running."
    )
