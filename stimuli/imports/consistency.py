"""SQL checks that find duplicates, contradictions and missing outputs in a whole table."""

import json
from collections.abc import Callable
from functools import partial

from django.db.backends.utils import CursorWrapper

from core.database.sql import load
from core.tabular.findings import LISTED, Findings
from stimuli.imports.rows import RowReader
from stimuli.models import Dataset

DOUBLES, CONTRADICTIONS, WITHOUT_OUTPUT, KNOWN, STRANGE = (
    load("stimuli/imports/sql/consistency.sql", name, listed=str(LISTED))
    for name in ("doubles", "contradictions", "without_output", "known_items", "strange_systems")
)
COMPLETE = "A batch can use only items that have an output of each of its systems."
EXCERPT = 40  # characters of a value that are shown to recognise it
Told = tuple[str, str, str]  # a problem, its column and its remedy


def check_staged(cursor: CursorWrapper, findings: Findings, reader: RowReader, items: int) -> None:
    """Compare all staged rows, and add the problems found to `findings`. Add a warning for each
    system that has no output for some items.

    Duplicates are searched for only if there are other problems. Otherwise, the constraint on
    outputs detects duplicates, and `find_doubles` then locates them.
    """
    if reader.heads > items:
        _refuse(cursor, findings, CONTRADICTIONS, _contradiction)
    if reader.bare:
        _refuse(cursor, findings, WITHOUT_OUTPUT, _without_output)
    if findings.problem_count:
        find_doubles(cursor, findings, reader)
    for system in sorted(reader.systems):
        if missing := items - reader.systems[system]:
            what = f"{missing:,} of {items:,} items have no output of system {system}."
            findings.warn(what, remedy=COMPLETE)


def find_doubles(cursor: CursorWrapper, findings: Findings, reader: RowReader) -> None:
    """Add a problem for each row that gives a second output of a system for the same item."""
    _refuse(cursor, findings, DOUBLES, partial(_double, list(reader.places)))


def refuse_strangers(
    cursor: CursorWrapper, findings: Findings, reader: RowReader, dataset: Dataset
) -> None:
    """Add a problem for each row that cannot be added to an existing dataset. The dataset must not
    have the item yet, and must have the system. Warn about each of the dataset's systems that has
    no rows."""
    _refuse(cursor, findings, KNOWN, _known, dataset.pk)
    _refuse(cursor, findings, STRANGE, _strange, dataset.pk)
    for system in dataset.systems.compared().exclude(name__in=reader.systems):
        findings.warn(f"No row has an output of system {system}.", remedy=COMPLETE)


def _known(item: str) -> Told:
    return f"item {item} is already in the dataset.", "", "Delete the row, or change the item id."


def _strange(system: str) -> Told:
    remedy = "Check the spelling. New rows can only have systems that the dataset already has."
    return f"the dataset has no system named {system}.", "", remedy


def _refuse(
    cursor: CursorWrapper,
    findings: Findings,
    statement: str,
    describe: Callable[..., Told],
    dataset: int | None = None,
) -> None:
    cursor.execute(statement, {"dataset": dataset})
    rows = cursor.fetchall()
    for row, *values, _count in rows:
        what, column, remedy = describe(*values)
        findings.refuse(what, row=row, column=column, remedy=remedy)
    if rows:
        findings.refuse_more(rows[0][-1] - len(rows))


def _double(columns: list[str], item: str, system: str, place: int, first: int) -> Told:
    what = f"item {item} already has an output of system {system}, in row {first}."
    return what, columns[place], "Delete one of the two outputs."


def _without_output(item: str) -> Told:
    return f"item {item} has no output of any system.", "", "Add an output, or delete the row."


def _contradiction(item: str, first: int, raw: str, first_raw: str) -> Told:
    here, there = json.loads(raw), json.loads(first_raw)
    name = min(key for key in here.keys() | there.keys() if here.get(key) != there.get(key))
    what = f"item {item} has {_shown(here.get(name))} here, "
    what += f"but {_shown(there.get(name))} in row {first}."
    return what, name, "Write the same value in all rows of the item."


def _shown(value: object) -> str:
    if value is None:
        return "no value"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"“{text[:EXCERPT]}…”" if len(text) > EXCERPT else f"“{text}”"
