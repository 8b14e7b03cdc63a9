"""The manifest of a backup, and whether this installation can restore it."""

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
    """A file of the backup, as it is before encryption."""

    model_config = ConfigDict(extra="forbid")

    sha256: str
    size: int


class Manifest(BaseModel):
    """`rows` counts each table, `migrations` names the applied ones of each app, both at the moment
    `taken_at`. `missing` names stored files that the rows name and that were not there.
    `secret_key` lets an installation see whether its key is the same, and tells nothing else."""

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
    """Raises BackupError if it is of another format."""
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        raise BackupError(
            "The backup's manifest is not of the format that this version reads.",
            remedy=f"This is version {__version__}; restore with the version that made the backup.",
        ) from error


def applied_migrations() -> dict[str, list[str]]:
    """Names by app, of the database."""
    names: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        names.setdefault(app, []).append(name)
    return names


def row_counts() -> dict[str, int]:
    """Return how many rows each table has."""
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        counts = {}
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"select count(*) from {quote(table)}")
            counts[table] = int(cursor.fetchone()[0])
    return counts


def secret_key_fingerprint(key: str = "") -> str:
    """Tells two secret keys apart."""
    salt = "rateroom.backups.fingerprint"
    return salted_hmac(
        salt, "key", secret=key or settings.SECRET_KEY, algorithm="sha256"
    ).hexdigest()


def missing_migrations(manifest: Manifest) -> list[str]:
    """Return the migrations of this installation that the backup's database has not had.

    Raises BackupError if the backup has had some that this installation does not know.
    """
    migrations = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    on_disk = set(migrations)
    replaced = {name for migration in migrations.values() for name in migration.replaces}
    applied = {(app, name) for app, names in manifest.migrations.items() for name in names}
    if unknown := sorted(applied - on_disk - replaced):
        examples = ", ".join(f"{app} {name}" for app, name in unknown[:5])
        raise BackupError(
            f"The backup was made by version {manifest.version}, whose database has migrations "
            f"that this version, {__version__}, does not know: {examples}"
            f"{' …' if len(unknown) > 5 else ''}.",  # noqa: PLR2004 - as many as are shown
            remedy=f"Install version {manifest.version} or a newer one, and restore with that.",
        )
    return [f"{app} {name}" for app, name in sorted(on_disk - applied)]
