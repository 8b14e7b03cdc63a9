"""`manage.py backup` copies the database and every stored file into a folder, while people work."""

import os
import time
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.monitoring.metrics import record_backup
from core.errors import RateroomError
from local.backups.making import Made, make_backup, megabytes
from local.backups.sealing import Key
from local.backups.standstill import start_if_stopped


def key_of(path: str) -> Key | None:
    """Return the keys in the file at `path`. If `path` is "", use the file that BACKUP_KEY_FILE
    names, or return None if it is not set. Raises BackupError if the file has no valid key."""
    path = path or os.environ.get("BACKUP_KEY_FILE", "")
    return Key.of_file(path) if path else None


def at_least_one(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"'{text}' is not a whole number of at least 1")
    return int(text)


class Command(BaseCommand):
    help = "Back up the database and all stored files to a folder. Safe while people work."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder", type=Path, help="the folder for backups, which is created if necessary"
        )
        parser.add_argument(
            "--key-file",
            default="",
            help="a file of public keys, one per line (default: BACKUP_KEY_FILE)",
        )
        parser.add_argument(
            "--keep",
            type=at_least_one,
            help="afterwards, delete all but this number of the newest backups",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        began = time.monotonic()
        try:
            start_if_stopped("a backup")
            backup = make_backup(
                path=options["folder"],
                key=key_of(options["key_file"]),
                keep=options["keep"],
                say=self.stdout.write,
            )
        except RateroomError as error:
            record_backup(succeeded=False)
            raise CommandError(str(error)) from error
        record_backup(succeeded=not backup.manifest.missing)
        self.stdout.write(_summary(backup, time.monotonic() - began))
        if backup.manifest.missing:
            names = ", ".join(backup.manifest.missing[:20])
            raise CommandError(
                "Some stored files are missing or damaged, so they are not in the backup: "
                f"{names}. Copy these files from an older backup."
            )


def _summary(backup: Made, seconds: float) -> str:
    manifest = backup.manifest
    rows = f"{sum(manifest.rows.values()):,} rows"
    files = f"{manifest.number_of_files:,} files ({megabytes(manifest.bytes_of_files)})"
    copied = f"{backup.copied:,} were copied now"
    lines = [f"Backup {backup.path.name}: {rows}, {files}, of which {copied}; {seconds:.1f} s."]
    if any(backup.deleted):
        lines.append("Deleted: {} older backups and {} files.".format(*backup.deleted))
    if backup.path.joinpath("manifest.json").exists():
        lines.append(
            "The backup is not encrypted. Anyone who can read the folder can read all data."
        )
    return "\n".join(lines)
