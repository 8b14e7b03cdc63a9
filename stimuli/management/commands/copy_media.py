"""The command `manage.py copy_media`, which copies all stored files into another store. It can move
a site from a folder to a bucket, or back."""

import time
from typing import Any, cast

from django.core.files.storage.handler import StorageHandler
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.environment import env_secret
from annotation.stores import store_at
from core.errors import RateroomError
from stimuli.store import Store, the_store
from stimuli.store.copying import copy_files

QUIET_SECONDS = 5.0


class Command(BaseCommand):
    help = (
        "Copy all stored files to another store. Safe to repeat: files that are already there are "
        "not copied again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", required=True, help="file:/path, or s3://bucket?endpoint=…")
        parser.add_argument(
            "--every-byte",
            action="store_true",
            help="also compare the contents of files that are already there",
        )

    def handle(self, *_args: object, to: str, every_byte: bool, **_options: object) -> None:
        began = last = time.monotonic()
        copied = there = size = 0
        try:
            target = store_of(to)
            target.ask()
            for step in copy_files(the_store(), target, every_byte=every_byte):
                copied, there = copied + step.copied, there + (not step.copied)
                size += step.size if step.copied else 0
                if time.monotonic() - last >= QUIET_SECONDS:
                    last = time.monotonic()
                    self.stderr.write(f"{copied:,} copied, {there:,} were there: {step.name}")
        except (RateroomError, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{copied:,} files copied ({size:,} bytes), {there:,} were already there, in "
            f"{time.monotonic() - began:.1f} s. Set RATEROOM_MEDIA to {to} and restart."
        )


def store_of(address: str) -> Store:
    """Return the store at `address`. The environment variables TO_ACCESS_KEY and TO_SECRET_KEY
    replace the site's own keys."""
    keys = "TO" if env_secret("TO_ACCESS_KEY") else "MEDIA"
    entries: Any = {"target": store_at(address, keys=keys)}
    return cast("Store", StorageHandler(entries)["target"])
