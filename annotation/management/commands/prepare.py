"""The command `manage.py prepare`, which updates the database and the static files to this version.
With --demo, it also loads the demo. With --owner, it also creates the owner of a local site. The
command can be repeated safely."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import ProgrammingError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from annotation.translations import compile_translations
from core.database.sql import load
from stimuli.store import the_store
from stimuli.store.errors import StoreAway

OLDER = (
    "The database is from an older version that this version cannot migrate. First start a version "
    "in between. To start without data, move the data folder away, or set DATABASE_URL to an empty "
    "database."
)
NEWER = (
    "The database is from a newer version. This version does not have the migration {}. Install "
    "the newer version again, or restore a backup of this version."
)


class Command(BaseCommand):
    help = (
        "Migrate the database and collect the static files. With --demo, load the demo data. Safe "
        "to repeat."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--demo",
            action="store_true",
            help="also load the demo data, unless they are loaded already",
        )
        parser.add_argument(
            "--owner",
            metavar="ADDRESS",
            help="create the owner's account for the site at this address",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        compile_translations()
        refuse_other_history()
        try:
            self._stage("Database migrated", "migrate", interactive=False, verbosity=0)
        except (ProgrammingError, InconsistentMigrationHistory) as error:
            raise CommandError(OLDER) from error
        if lacks_columns():
            raise CommandError(OLDER)
        self._look_at_store()
        if not settings.STATIC_SHIPPED:
            with alone(Path(settings.STATIC_ROOT)):
                self._stage(
                    "Static files collected", "collectstatic", interactive=False, verbosity=0
                )
        if options["demo"]:
            self._stage("Demo ready", "load_demo", stdout=self.stdout)
        if options["owner"]:
            self._stage("Owner ready", "local_owner", options["owner"])

    def _look_at_store(self) -> None:
        """Print a warning if the media store cannot be reached. The site starts anyway, so that
        annotators can submit answers."""
        try:
            the_store().ask()
            the_store().close_to_others()
        except StoreAway as error:
            self.stderr.write(f"Warning: {error}")

    def _stage(self, title: str, command: str, *arguments: str, **options: object) -> None:
        began = time.monotonic()
        call_command(command, *arguments, **options)
        self.stdout.write(f"{title} in {time.monotonic() - began:.1f} s.")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Allow only one process at a time to collect static files into the folder, because two sites
    can be started from one checkout."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def refuse_other_history() -> None:
    """Raise CommandError if the database does not fit this version. This is the case if it has
    migrations that this version does not know, or only some of the migrations that this version
    merged into one."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    applied = set(MigrationRecorder(connection).applied_migrations())
    replaced = {key: set(each.replaces) for key, each in loader.disk_migrations.items()}
    if any({key, *former} & applied and former - applied for key, former in replaced.items()):
        raise CommandError(OLDER)
    for app, name in sorted(applied.difference(replaced, *replaced.values())):
        if app in loader.migrated_apps:
            raise CommandError(NEWER.format(f"{app}.{name}"))


def lacks_columns() -> bool:
    """Return whether a table is missing a column although all migrations are applied. This means
    that migrations were rewritten after they were applied."""
    with connection.cursor() as cursor:
        cursor.execute(load("annotation/sql/columns.sql", "by_table"))
        columns = {table: set(names) for table, names in cursor.fetchall()}
    return any(
        not {field.column for field in model._meta.local_concrete_fields}
        <= columns.get(model._meta.db_table, set())
        for model in apps.get_models()
        if model._meta.managed and not model._meta.proxy
    )
