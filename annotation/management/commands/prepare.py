"""Bring the database and the static files up to this version; with --demo, load the demo too. Safe to repeat."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = "Migrate the database and collect the static files; with --demo, load the demo data. Safe to repeat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demo", action="store_true", help="load the demo data as well, if it is not there yet")

    def handle(self, *_args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        if options["demo"]:
            call_command("load_demo", stdout=self.stdout)
