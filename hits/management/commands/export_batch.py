"""The command `manage.py export_batch BATCH`, which writes a batch's answers as CSV, JSON Lines or
Parquet, or its data dictionary."""

import sys
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.extras import MissingExtra
from hits.exports import (
    ExportChoice,
    Form,
    Pseudonyms,
    Table,
    check_form,
    dictionary_csv,
    export_pieces,
)
from hits.models import HIT, Batch


class Command(BaseCommand):
    help = (
        "Write a batch's responses (long: a row per answer; wide: a row per assignment), or its "
        "data dictionary."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("batch", type=int, help="the batch's number")
        parser.add_argument("--format", choices=[*Table.values, "dictionary"], default="long")
        parser.add_argument("--file", choices=Form.values, default=Form.CSV.value)
        parser.add_argument(
            "--output", type=Path, help="the file to write (default: standard output)"
        )
        parser.add_argument(
            "--all-purposes", action="store_true", help="include gold and retest HITs"
        )
        parser.add_argument(
            "--bom", action="store_true", help="start CSV with a byte-order mark, for Excel"
        )
        parser.add_argument(
            "--counted", action="store_true", help="only responses that statistics use"
        )
        parser.add_argument(
            "--pseudonyms",
            choices=Pseudonyms.values,
            default=Pseudonyms.BATCH.value,
            help="pseudonyms that differ in each batch, or are the same in the whole project",
        )
        parser.add_argument(
            "--site", default="", help="the site's address for the links in Replay, https://…"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        batch = Batch.objects.select_related("rubric_version").filter(pk=options["batch"]).first()
        if batch is None:
            raise CommandError(f"There is no batch {options['batch']}.")
        try:
            check_form(options["file"])
        except MissingExtra as error:
            raise CommandError(str(error)) from error
        if options["output"] is None:
            _write(batch, options, sys.stdout.buffer)
            return
        with options["output"].open("wb") as file:
            _write(batch, options, file)


def _write(batch: Batch, options: dict[str, Any], file: BinaryIO) -> None:
    if options["format"] == "dictionary":
        file.write(dictionary_csv(batch).encode())
        return
    purposes = tuple(HIT.Purpose.values) if options["all_purposes"] else (HIT.Purpose.MAIN.value,)
    choice = ExportChoice(
        table=options["format"],
        file_format=options["file"],
        purposes=purposes,
        counted=options["counted"],
        pseudonyms=options["pseudonyms"],
        bom=options["bom"],
        site=options["site"],
    )
    file.writelines(export_pieces(batch, choice))
