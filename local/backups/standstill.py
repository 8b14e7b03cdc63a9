"""Stopping the site on this machine, except its database, while a backup is restored."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import redis
from django.conf import settings

from local.backups import database
from local.backups.errors import BackupError
from local.leftovers import is_supervised, site_stopped
from local.processes import CannotStart
from local.supervise import services_for

PATIENCE = 60.0  # seconds to wait until the site's processes stop


def is_embedded() -> bool:
    """Return whether the site uses the embedded database in its data folder."""
    return not os.environ.get("DATABASE_URL")


def start_if_stopped(purpose: str) -> None:
    """Make sure that the embedded database is running. If no site is running from the data folder,
    start PostgreSQL and Valkey, run the current command again, and exit with its code. Raises
    BackupError if the services cannot be started. If DATABASE_URL names another database server, do
    nothing."""
    if not is_embedded() or is_supervised(settings.VAR_DIR):
        return
    try:
        with services_for(purpose):
            code = subprocess.run([sys.executable, *sys.argv], check=False).returncode
    except CannotStart as error:
        raise BackupError(str(error)) from error
    sys.exit(code)


@contextmanager
def standstill() -> Iterator[None]:
    """Stop the site that runs from the data folder during the block, and start it again afterwards.
    The task queue in the embedded Valkey is emptied, because its tasks belong to the replaced
    database. Raises BackupError if another restore is running.

    If DATABASE_URL names another database server, do nothing, because the administrator must stop
    the site.
    """
    if not is_embedded():
        yield
        return
    try:
        with site_stopped(settings.VAR_DIR):
            end = time.monotonic() + PATIENCE
            while database.others_connected() and time.monotonic() < end:
                time.sleep(0.2)
            yield
            if not os.environ.get("REDIS_URL"):
                with redis.Redis.from_url(settings.REDIS_URL) as valkey:
                    valkey.flushdb()
    except CannotStart as error:
        raise BackupError(str(error)) from error
