"""The workers' databases: the first worker migrates a template, and all make copies of it.

To migrate takes each worker as long as fifty tests, and all of them do it at the same moment.
"""

import os
from contextlib import closing
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.core.management import call_command
from django.db import connection

TEMPLATE = "rateroom_template"
LOCK = 7_302_114_399
EXISTS = "select exists (select from pg_database where datname = %s)"


def use_template() -> None:
    """Have the database that is about to be created begin as a copy of the template.

    Call it only where this run has started the server: a template that outlives the run would lack
    the next change's migrations.
    """
    with closing(psycopg.connect(_address("postgres"), autocommit=True)) as maintenance:
        # The server gives it back when the connection ends, so a killed worker holds up nobody.
        maintenance.execute("select pg_advisory_lock(%s)", [LOCK])
        if not maintenance.execute(EXISTS, [TEMPLATE]).fetchall()[0][0]:
            maintenance.execute(f"create database {TEMPLATE}")
            _migrate()
    connection.settings_dict["TEST"]["TEMPLATE"] = TEMPLATE


def _migrate() -> None:
    name = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = TEMPLATE
    try:
        call_command("migrate", verbosity=0, run_syncdb=True)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name


def _address(database: str) -> str:
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{database}"))
