"""The format of a dataset folder for Hugging Face, with ratings, outputs and a dataset card."""

import json
import zipfile
from collections.abc import Iterator
from typing import IO

from django.utils.translation import gettext_lazy as _

from analysis.data.rating_rows import NAMES
from analysis.writers.cards import card
from analysis.writers.interface import Study, Tool
from hits.batches.input_names import input_names
from hits.exports import ExportChoice, Form, Table, export_pieces
from hits.exports.snapshots import Counted

ABOUT = (
    "`ratings` has a row for each answer that counts, by people, judges and metrics. `outputs` has "
    "a row for each output, with its item's fields. Join them by `item` and `system`. The folder "
    "contains no pictures, clips or sounds."
)

NUMBERS = {"value": "float64", "hit": "int64", "position": "int64", "assignment": "int64"}
OUTPUT = ("item", "system", "output")


def write(study: Study, file: IO[bytes]) -> None:
    choice = ExportChoice(table=Table.RATINGS, file_format=Form.JSON_LINES, counted=True)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("ratings.jsonl", "w", force_zip64=True) as entry:
            pieces = Counted(export_pieces(study.batch, choice))
            entry.writelines(pieces)
        with archive.open("outputs.jsonl", "w", force_zip64=True) as entry:
            entry.writelines(_outputs(study))
        outputs = dict.fromkeys([*OUTPUT, *input_names(study.batch).fields], "string")
        columns = {"ratings": {name: NUMBERS.get(name, "string") for name in NAMES}}
        columns["outputs"] = outputs
        archive.writestr("README.md", card(study, rows=pieces.rows, columns=columns, about=ABOUT))


def _outputs(study: Study) -> Iterator[bytes]:
    """Yield a line for each output, with every value as text so that each column has one type."""
    names = input_names(study.batch).fields
    for item in study.items():
        fields = {name: _text(item.fields.get(name)) for name in names}
        for output in item.outputs.all():
            own = (item.external_id, output.system.name, output.text)
            row = fields | dict(zip(OUTPUT, own, strict=True))
            yield json.dumps(row, ensure_ascii=False).encode() + b"\n"


def _text(value: object) -> str | None:
    is_text = value is None or isinstance(value, str)
    return value if is_text else json.dumps(value, ensure_ascii=False)  # type: ignore[return-value]


TOOL = Tool("hugging-face", _("Hugging Face dataset"), "zip", "application/zip", write)
