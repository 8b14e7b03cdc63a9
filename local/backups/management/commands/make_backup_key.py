"""`manage.py make_backup_key` creates the key pair that encrypts and decrypts backups."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import RateroomError
from local.backups.sealing import make_key


class Command(BaseCommand):
    help = "Create a key pair for backups. The private key is saved, the public key is printed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", type=Path, help="a new file for the private key, which only you can read"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        try:
            public = make_key(options["file"])
        except RateroomError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Public key: {public}\n"
            f"{options['file']} decrypts the backups. Keep copies of it away from this machine and "
            "from the backups. To create backups, a file with the public key is enough."
        )
