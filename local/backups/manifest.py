"""The manifest of a backup, and the check that this installation can restore the backup."""

from datetime import datetime
from typing import Literal

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.crypto import salted_hmac
from pydantic import BaseModel, ConfigDict, ValidationError

from annotation import __version__
from local.backups.errors import BackupError


class Part(BaseModel):
    """The hash and size of a file of the backup before encryption."""

    model_config = ConfigDict(extra="forbid")

    sha256: str
    size: int


class Manifest(BaseModel):
    """The description of a backup taken at `taken_at`. `rows` has the number of rows in each table,
    and `migrations` the applied migrations of each app. `missing` lists files that database rows
    name but that were not found. `secret_key` is a fingerprint, which only shows whether an
    installation has the same key."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[1] = 1
    version: str
    taken_at: datetime
    postgresql: str
    migrations: dict[str, list[str]]
    rows: dict[str, int]
    database: Part
    files: Part
    number_of_files: int
    bytes_of_files: int
    missing: list[str]
    secret_key: str


def read_manifest(text: bytes) -> Manifest:
    """Return the manifest in `text`. Raises BackupError if its format is not supported."""
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        raise BackupError(
            f"Version {__version__} of Rateroom cannot read the format of this backup's manifest.",
            remedy="Restore the backup with the version that created it.",
        ) from error


def applied_migrations() -> dict[str, list[str]]:
    """Return the names of the migrations applied to the database, by app."""
    names: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        names.setdefault(app, []).append(name)
    return names


def row_counts() -> dict[str, int]:
    """Return the number of rows in each table."""
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        counts = {}
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"select count(*) from {quote(table)}")
            counts[table] = int(cursor.fetchone()[0])
    return counts


def secret_key_fingerprint(key: str = "") -> str:
    """Return a fingerprint of `key`, or of the site's secret key if `key` is "". It shows whether
    two keys are the same."""
    salt = "rateroom.backups.fingerprint"
    return salted_hmac(
        salt, "key", secret=key or settings.SECRET_KEY, algorithm="sha256"
    ).hexdigest()


def missing_migrations(manifest: Manifest) -> list[str]:
    """Return the migrations of this installation that were not applied to the backup's database.

    Raises BackupError if the backup has migrations that this installation does not have.
    """
    migrations = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    on_disk = set(migrations)
    replaced = {name for migration in migrations.values() for name in migration.replaces}
    applied = {(app, name) for app, names in manifest.migrations.items() for name in names}
    if unknown := sorted(applied - on_disk - replaced):
        examples = ", ".join(f"{app} {name}" for app, name in unknown[:5])
        raise BackupError(
            f"The backup is from version {manifest.version} and has migrations that this version, "
            f"{__version__}, does not have: {examples}"
            f"{' …' if len(unknown) > 5 else ''}.",  # noqa: PLR2004 - as many as are shown
            remedy=f"Install version {manifest.version} or newer, then restore the backup.",
        )
    return [f"{app} {name}" for app, name in sorted(on_disk - applied)]
