"""Bring the database and the static files up to this version; with --demo, load the demo too. Safe
to repeat."""

import time
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = (
        "Migrate the database and collect the static files; with --demo, load the demo data. Safe "
        "to repeat."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--demo", action="store_true", help="load the demo data as well, if it is not there yet"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        self._stage("Database migrated", "migrate", interactive=False, verbosity=0)
        self._stage("Static files collected", "collectstatic", interactive=False, verbosity=0)
        if options["demo"]:
            self._stage("Demo ready", "load_demo", stdout=self.stdout)

    def _stage(self, title: str, command: str, **options: Any) -> None:
        """Run a command and print how long it took."""
        began = time.monotonic()
        call_command(command, **options)
        self.stdout.write(f"{title} in {time.monotonic() - began:.1f} s.")
