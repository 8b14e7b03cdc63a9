"""Databases for tests: the first process migrates a template, and every process copies it.

Migrating a database takes as long as fifty tests.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from tests import emptying

ROOT = Path(__file__).parent.parent
# Migrating also stores the library of rubrics.
TEMPLATE_SOURCES = (
    "*/migrations/*.py",
    "*/*/migrations/*.py",
    "surveys/**/*.py",
    "surveys/**/*.yaml",
)
PREFIX = "rateroom_template_"
LOCK = 7_302_114_399


def template_name(root: Path = ROOT) -> str:
    """Return the name of the template, which changes whenever a file that affects migration
    does."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in TEMPLATE_SOURCES for path in root.glob(pattern)}):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return PREFIX + digest.hexdigest()[:16]


@contextmanager
def own_database() -> Iterator[None]:
    """Use a separate database for this process and drop it afterwards."""
    name = f"test_rateroom_{os.getpid()}"
    with closing(psycopg.connect(_address("postgres"), autocommit=True)) as maintenance:
        # The server gives the lock back when the connection ends, so a killed process holds up no one.
        maintenance.execute("select pg_advisory_lock(%s)", [LOCK])
        template = _migrated_template(maintenance)
        maintenance.execute(f"drop database if exists {name} with (force)")
        maintenance.execute(f"create database {name} template {template}")
    _use(name)
    yield
    connection.close()
    with closing(psycopg.connect(_address("postgres"), autocommit=True)) as maintenance:
        maintenance.execute(f"drop database {name} with (force)")


def _migrated_template(maintenance: psycopg.Connection) -> str:
    template = template_name()
    names = maintenance.execute(
        "select datname from pg_database where starts_with(datname, %s)", [PREFIX]
    ).fetchall()
    if (template,) not in names:
        for (outdated,) in names:
            maintenance.execute(f"drop database {outdated}")
        _migrate(maintenance, template)
    return template


def _migrate(maintenance: psycopg.Connection, template: str) -> None:
    """Migrate under another name, so that a killed process leaves no incomplete template."""
    draft = f"{PREFIX}draft"
    maintenance.execute(f"drop database if exists {draft}")
    maintenance.execute(f"create database {draft}")
    _use(draft)
    call_command("migrate", verbosity=0, run_syncdb=True)
    emptying.keep()
    connection.close()
    maintenance.execute(f"alter database {draft} rename to {template}")


def _use(name: str) -> None:
    connection.close()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name


def _address(database: str) -> str:
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{database}"))
