"""`manage.py restore` restores a backup into an empty instance, and verifies the result."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import RateroomError
from local.backups.management.commands.backup import key_of
from local.backups.manifest import Manifest, secret_key_fingerprint
from local.backups.reading import Backup
from local.backups.restoring import Restored, restore_backup
from local.backups.standstill import is_embedded, start_if_stopped

NEXT = """\
What to do next:
- {secret_key}
- Set the environment and the files of secrets again, which a backup does not contain: passwords of
  the database, Valkey and mail server, METRICS_TOKEN, API keys, BACKUP_KEY_FILE.
- When workers start, they continue all work that was pending at the time of the backup: emails,
  webhooks, calls to panels, judge runs. Check batches and runs before you start the workers.
- {queue}
- {erased}"""


QUEUE_EMPTIED = "The queue of tasks was emptied, because it belonged to the previous instance."
QUEUE_LEFT = "Start with an empty Valkey, because its queue belongs to the previous instance."


class Command(BaseCommand):
    help = "Stop the site on this machine, restore a backup into an empty instance, and verify it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder of the backups")
        parser.add_argument("--backup", default="", help="the backup's name (default: the newest)")
        parser.add_argument(
            "--key-file", default="", help="the file of the private key (default: BACKUP_KEY_FILE)"
        )
        parser.add_argument(
            "--check",
            action="store_true",
            help="only read the backup and verify that it is complete",
        )
        parser.add_argument(
            "--replace", action="store_true", help="delete everything in the database first"
        )
        parser.add_argument(
            "--migrate",
            action="store_true",
            help="migrate a backup of an older version to this version",
        )

    def handle(self, *_args: object, **options: object) -> None:
        try:
            if options["check"]:
                self._check(options)
            else:
                start_if_stopped("a restore")
                self._restore(options)
        except RateroomError as error:
            raise CommandError(str(error)) from error

    def _check(self, options: dict[str, Any]) -> None:
        key = key_of(options["key_file"])
        backup = Backup.open(options["folder"], options["backup"], key)
        backup.check(self.stdout.write)
        self.stdout.write(f"The backup {backup.path.name} is complete.")

    def _restore(self, options: dict[str, Any]) -> None:
        began = time.monotonic()
        restored = restore_backup(
            path=options["folder"],
            name=options["backup"],
            key=key_of(options["key_file"]),
            replace=options["replace"],
            migrate=options["migrate"],
            say=self.stdout.write,
        )
        for line in _findings(restored):
            self.stdout.write(line)
        manifest = restored.manifest
        self.stdout.write(
            f"Restored the backup of {manifest.taken_at:%Y-%m-%d %H:%M:%S} UTC: "
            f"{sum(manifest.rows.values()):,} rows, {manifest.number_of_files:,} files, in "
            f"{time.monotonic() - began:.1f} s."
        )
        self.stdout.write(
            NEXT.format(
                secret_key=_about_secret_key(manifest),
                queue=QUEUE_EMPTIED if is_embedded() else QUEUE_LEFT,
                erased=_about_erased(restored),
            )
        )
        if not restored.sound:
            raise CommandError(
                "The instance is restored, but some checks failed. Read the lines above, and run "
                "manage.py verify."
            )


def _findings(restored: Restored) -> list[str]:
    broken = [
        f"WRONG {finding.check.name} (violations: {finding.count:,}): {finding.check.promise}"
        for finding in restored.findings
        if finding.broken
    ]
    return broken or [f"verify: all {len(restored.findings)} checks passed."]


def _about_erased(restored: Restored) -> str:
    moment = f"{restored.manifest.taken_at:%Y-%m-%d %H:%M} UTC"
    if not restored.erased + restored.to_erase:
        return f"According to the lists of deleted people, no one was deleted after {moment}."
    waiting = (
        f" {restored.to_erase} more will be deleted once no role or Prolific request prevents it."
    )
    return (
        f"People deleted after {moment}: {restored.erased} deleted again."
        f"{waiting if restored.to_erase else ''}"
    )


def _about_secret_key(manifest: Manifest) -> str:
    if manifest.secret_key == secret_key_fingerprint():
        return "SECRET_KEY is the same as for the backup: logins and judges' API keys work."
    if any(manifest.secret_key == secret_key_fingerprint(key) for key in fallbacks()):
        return "SECRET_KEY_FALLBACKS contains the backup's SECRET_KEY. Keep it there."
    return (
        "SECRET_KEY differs from that of the backup, which does not store it. Put the old key into "
        "SECRET_KEY_FALLBACKS. Without it, everyone must log in again, and judges' API keys, "
        "webhook secrets and all other encrypted values must be entered again."
    )


def fallbacks() -> list[str]:
    return [str(key) for key in settings.SECRET_KEY_FALLBACKS]
