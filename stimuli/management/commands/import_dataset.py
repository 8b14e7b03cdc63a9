"""The command `manage.py import_dataset`, which imports a dataset from a CSV or JSONL table and a
folder or ZIP file of media."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError

from core.errors import RateroomError
from people.models import Project
from stimuli.imports import ImportOptions, ImportResult, file_trouble, import_dataset, split_names
from surveys.base import OutputKind
from surveys.versions.storing import rubric_version_named

QUIET_SECONDS = (
    5.0  # seconds between lines of a log; on a terminal, the line is updated at every step
)


class Command(BaseCommand):
    help = "Import a CSV or JSONL table with its media. Either all of it is imported, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", type=Path, help="CSV or JSONL, in UTF-8")
        parser.add_argument("--project", required=True, help="the project's name")
        parser.add_argument("--name", required=True, help="the new dataset's name")
        parser.add_argument(
            "--media", type=Path, help="a folder or ZIP file; not needed for media given as links"
        )
        parser.add_argument(
            "--rubric", default="", help="check that the items have the fields this rubric shows"
        )
        parser.add_argument("--item-column", default="", help="the column with the item id")
        parser.add_argument(
            "--system-column",
            default="",
            help="the column with the system (one row per item and system)",
        )
        parser.add_argument(
            "--output-column",
            default="",
            help="the column with the output (one row per item and system)",
        )
        parser.add_argument(
            "--systems", default="", help="a,b,c: the columns of the systems (one row per item)"
        )
        parser.add_argument(
            "--output-kind",
            choices=get_args(OutputKind),
            default="text",
            help="the content of the output columns: texts or file names",
        )
        parser.add_argument(
            "--allow-missing", action="store_true", help="allow blank outputs, and skip them"
        )

    def handle(self, *_args: object, **options: object) -> None:
        try:
            result = self._imported(options)
        except RateroomError as error:
            self._end_line()
            raise CommandError(str(error)) from None
        except OSError as error:
            self._end_line()
            raise CommandError(file_trouble(error)) from None
        self._end_line()
        self._print(result)

    def _imported(self, options: dict[str, Any]) -> ImportResult:
        project = _project(options["project"])
        rubric = rubric_version_named(project, options["rubric"]).pk if options["rubric"] else None
        if not options["table"].is_file():
            raise CommandError(
                f"{options['table']}: no such file. Enter the path of a CSV or JSONL table."
            )
        self._last, self._started = 0.0, time.monotonic()
        return import_dataset(
            project=project,
            name=options["name"],
            table=options["table"],
            media=options["media"],
            options=ImportOptions(
                item_column=options["item_column"],
                system_column=options["system_column"],
                output_column=options["output_column"],
                systems=split_names(options["systems"]),
                output_kind=options["output_kind"],
                allow_missing=options["allow_missing"],
                rubric_version=rubric,
            ),
            progress=self._progress,
        )

    def _progress(self, done: int, total: int | None) -> None:
        line = f"{done:,} of {total:,} rows" if total is not None else f"{done:,} rows"
        if self.stderr.isatty():
            self.stderr.write(f"\r{line}", ending="")
        elif time.monotonic() - self._last >= QUIET_SECONDS:
            self._last = time.monotonic()
            self.stderr.write(line)

    def _end_line(self) -> None:
        if self.stderr.isatty():
            self.stderr.write("")

    def _print(self, result: ImportResult) -> None:
        for warning in result.warnings:
            self.stdout.write(f"Warning: {warning}")
        self.stdout.write(
            f"Dataset {result.dataset.name}: {result.items:,} items, {result.systems:,} systems, "
            f"{result.outputs:,} outputs, {result.media:,} media, in "
            f"{time.monotonic() - self._started:.1f} s."
        )


def _project(name: str) -> Project:
    project = Project.objects.filter(name=name).first()
    if project is None:
        names = (
            ", ".join(Project.objects.order_by("name").values_list("name", flat=True)[:20])
            or "none yet"
        )
        raise CommandError(f"There is no project named {name}. Projects: {names}.")
    return project
