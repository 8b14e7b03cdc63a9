"""The options of an export, as values that can be converted to JSON and back."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Self

from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import FieldsError, Problem
from core.extras import MissingExtra, require_extra
from hits.models import HIT, Batch
from hits.states import ANSWERED


class Table(TextChoices):
    WIDE = "wide", _("Wide: one row per assignment")
    LONG = "long", _("Long: one row per answer")
    MTURK = "mturk", _("Mechanical Turk: the columns of its result files (CSV)")
    RATINGS = (
        "ratings",
        _("Ratings: one row per answer of a person or a judge, and per metric value"),
    )
    MARKS = "marks", _("Marks: one row per passage marked by a person or a judge")


class Form(TextChoices):
    """The format of an exported file. The value is the file's suffix."""

    CSV = "csv", "CSV"
    JSON_LINES = "jsonl", "JSON Lines"
    PARQUET = "parquet", "Parquet"

    @property
    def content_type(self) -> str:
        return CONTENT_TYPES[self]


CONTENT_TYPES = {
    Form.CSV: "text/csv; charset=utf-8",
    Form.JSON_LINES: "application/jsonl; charset=utf-8",
    Form.PARQUET: "application/vnd.apache.parquet",
}


def check_form(file_format: str) -> None:
    """Raise MissingExtra if the packages to write this format are not installed."""
    if file_format == Form.PARQUET:
        require_extra("parquet")


class Pseudonyms(TextChoices):
    """The kinds of annotators' pseudonyms in an export."""

    BATCH = "batch", _("different in each batch")
    PROJECT = "project", _("the same in all batches of the project")


ASKED = 5  # unknown names listed in an error message


@dataclass(frozen=True)
class ExportChoice:
    """The options of an export.

    `states` are the states of the assignments to export. If `counted` is true, only responses that
    count in the results are exported. `annotators` are pseudonyms of annotators, or empty for all
    annotators. `since` and `until` are the first and the last day of submission, in UTC. `bom` adds
    a byte order mark to a CSV file. `site` is the start of links to HITs as shown, `https://…`.
    """

    table: str = Table.WIDE.value
    file_format: str = Form.CSV.value
    states: tuple[str, ...] = tuple(state.value for state in ANSWERED)
    purposes: tuple[str, ...] = (HIT.Purpose.MAIN.value,)
    counted: bool = False
    annotators: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    pseudonyms: str = Pseudonyms.BATCH.value
    bom: bool = False
    site: str = ""

    @property
    def is_stable(self) -> bool:
        """Return whether an annotator has the same pseudonym in all batches of the project."""
        return self.pseudonyms == Pseudonyms.PROJECT

    def parameters(self) -> dict[str, object]:
        """Return the options as a dict for JSON. Tuples become lists, and dates become ISO 8601
        strings."""
        return {
            name: list(value)
            if isinstance(value, tuple)
            else value.isoformat()
            if isinstance(value, date)
            else value
            for name, value in asdict(self).items()
        }

    def noted(self) -> dict[str, object]:
        """Return the values for the activity log: the file name, and the options that differ from
        their defaults."""
        usual = ExportChoice(
            table=self.table, file_format=self.file_format, site=self.site
        ).parameters()
        other = {name: value for name, value in self.parameters().items() if value != usual[name]}
        return {"file": f"{self.table}.{self.file_format}"} | other

    @classmethod
    def of(cls, parameters: Mapping[str, Any]) -> Self:
        days = {
            name: date.fromisoformat(day)
            for name in ("since", "until")
            if (day := parameters.get(name))
        }
        lists = {
            name: tuple(value) for name, value in parameters.items() if isinstance(value, list)
        }
        return cls(**{**parameters, **lists, **days})


def check_choice(batch: Batch, choice: ExportChoice) -> None:
    """Raise FieldsError if the options do not suit the batch or contradict one another."""
    if problems := list(_problems(batch, choice)):
        raise FieldsError(problems)


def _problems(batch: Batch, choice: ExportChoice) -> Iterator[Problem]:
    named = batch.enrolments.filter(pseudonym__in=choice.annotators)
    pseudonyms = set(named.values_list("pseudonym", flat=True)) if choice.annotators else set()
    if unknown := [name for name in choice.annotators if name not in pseudonyms]:
        names = ", ".join(unknown[:ASKED])
        yield Problem(gettext("“%(name)s” was not found.") % {"name": names}, "annotators")
    if choice.since and choice.until and choice.until < choice.since:
        yield Problem(gettext("The end date is before the start date."), "until")
    try:
        check_form(choice.file_format)
    except MissingExtra as error:
        yield Problem(str(error), "file_format")
    if choice.table == Table.MTURK and choice.file_format != Form.CSV:
        yield Problem(gettext("The Mechanical Turk file is only available as CSV."), "file_format")


def names_in(text: str) -> tuple[str, ...]:
    """Return the pseudonyms in `text`, sorted and without duplicates. They can be separated by
    spaces, commas or semicolons."""
    return tuple(sorted(set(filter(None, re.split(r"[\s,;]+", text)))))
