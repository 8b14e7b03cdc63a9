"""Restoring a backup into an empty instance."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.core.files import File
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from annotation import __version__
from hits.verification import Finding, verify
from local.backups import database
from local.backups.errors import BackupError
from local.backups.manifest import Manifest, missing_migrations, row_counts
from local.backups.reading import Backup, Entry, as_stored, reported
from local.backups.sealing import Key
from local.backups.standstill import standstill
from people.models import Project, User
from people.personal_data import erased_list

IN_MEMORY = 1 << 20  # bytes; larger files are written to a temporary file
SHOWN = 5


@dataclass(frozen=True)
class Restored:
    """The result of a restore: the backup's manifest and the findings of the verification. `erased`
    is the number of people whose data was deleted again. `to_erase` is the number of people whose
    data must still be deleted."""

    manifest: Manifest
    findings: list[Finding]
    erased: int
    to_erase: int

    @property
    def sound(self) -> bool:
        return not any(finding.broken for finding in self.findings)


def restore_backup(
    *,
    path: Path,
    name: str,
    key: Key | None,
    replace: bool,
    migrate: bool,
    say: Callable[[str], object],
) -> Restored:
    """Restore the backup `name` in the folder at `path`, or the newest backup if `name` is "". Then
    verify the instance and return the result.

    `replace` allows deleting the contents of the database. `migrate` accepts a backup of an older
    version and migrates its database. Raises BackupError if a check or the restore fails.

    Every byte of the backup is read before anything is written. The files are restored before the
    database, so the database never names a missing file. The database is restored in one
    transaction, so an error leaves it unchanged.
    """
    database.refuse_pooler()
    backup = Backup.open(path, name, key)
    refuse_older(backup.manifest, migrate=migrate)
    refuse_full(replace=replace)
    people = erased_list.read(path / erased_list.NAME)
    people |= erased_list.read(erased_list.list_of_site())
    backup.check(say)
    with standstill():
        refuse_connected()
        refuse_full(replace=replace)
        _put_back(backup, migrate=migrate, say=say)
        erased, to_erase = erased_list.erase_again(people, since=backup.manifest.taken_at)
        say("Verifying ...")
        return Restored(backup.manifest, verify(hashes=True), erased, to_erase)


def _put_back(backup: Backup, *, migrate: bool, say: Callable[[str], object]) -> None:
    """Restore the files of the backup, then the database. Compare its rows with the manifest, and
    migrate it if `migrate` is true."""
    _put_files(backup, say)
    say("Restoring the database ...")
    with database.restoring() as stream:
        backup.read_database(stream)
    ContentType.objects.clear_cache()
    _compare_rows(backup.manifest)
    if migrate:
        call_command("migrate", interactive=False, verbosity=0)


def refuse_older(manifest: Manifest, *, migrate: bool) -> None:
    """Raise BackupError if migrations are missing from the backup's database and `migrate` is
    false."""
    lacking = missing_migrations(manifest)
    if lacking and not migrate:
        examples = ", ".join(lacking[:SHOWN]) + (" …" if len(lacking) > SHOWN else "")
        raise BackupError(
            f"The backup is from an older version, {manifest.version}. Migrations that version "
            f"{__version__} needs and the backup does not have: {len(lacking)} ({examples}).",
            remedy=f"Restore it with version {manifest.version}, or migrate it to this version "
            "with --migrate.",
        )


def refuse_connected() -> None:
    """Raise BackupError if other processes are connected to the database."""
    if others := database.others_connected():
        raise BackupError(
            f"Other programs are using the database (connections: {others}).",
            remedy="Stop web servers, workers and other programs that use it, then restore again.",
        )


def refuse_full(*, replace: bool) -> None:
    """Raise BackupError if the database has contents, unless `replace` allows deleting them."""
    if not replace and (content := _content()):
        raise BackupError(
            f"This instance is not empty. It contains {content}.",
            remedy="Restore into an empty database, or delete all data in this one with --replace.",
        )


def _content() -> str:
    """Return a description of the database's contents that a restore would delete. Return "" for a
    new instance, even if its tables already exist."""
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
    ours = {
        *connection.introspection.django_table_names(),
        MigrationRecorder.Migration._meta.db_table,
    }
    if foreign := sorted(tables - ours):
        return f"tables of another program ({', '.join(foreign[:SHOWN])})"
    rows = {
        model._meta.verbose_name_plural: model._default_manager.count()
        for model in (User, Project)
        if model._meta.db_table in tables
    }
    return " and ".join(f"{number:,} {words}" for words, number in rows.items() if number)


def _put_files(backup: Backup, say: Callable[[str], object]) -> None:
    total = backup.manifest.number_of_files
    with backup.entries() as entries:
        for entry in reported(entries, "restored", total, say):
            if not _is_stored(entry):
                with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
                    as_stored(backup, entry, file)
                    default_storage.save(entry.name, File(file))


def _is_stored(entry: Entry) -> bool:
    """Return whether the storage already has the file with the right size, for example after an
    interrupted restore. A file of another size is deleted. The verification at the end checks the
    contents of media."""
    if not default_storage.exists(entry.name):
        return False
    if default_storage.size(entry.name) == entry.size:
        return True
    default_storage.delete(entry.name)
    return False


def _compare_rows(manifest: Manifest) -> None:
    rows = row_counts()
    differing = [
        f"{table}: {rows.get(table, 0):,} instead of {manifest.rows.get(table, 0):,}"
        for table in sorted({*rows, *manifest.rows})
        if rows.get(table) != manifest.rows.get(table)
    ]
    if differing:
        raise BackupError(
            "Some tables of the restored database and the backup have different numbers of rows: "
            f"{'; '.join(differing[:SHOWN])}."
        )
