"""The data dictionary, which explains the columns of exports. The documentation also uses it."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from core.reference import table
from core.tabular.formulas import guarded
from hits.exports import mturk
from hits.exports.choice import ExportChoice, Table
from hits.exports.columns import all_fixed, answer_columns, answer_name
from hits.exports.fixed import ANSWER, ASSIGNMENT, MASKED, Fixed
from hits.exports.queries import TABLES
from hits.models import Batch
from surveys.columns import Column

HEADER = (
    *("column", "table", "meaning", "kind", "criterion", "level", "best", "allowed", "derived"),
    "qcet",
)
GUARD = (
    "If a text begins with = + - @ (also full-width), |, a tab, a line break or an apostrophe, CSV "
    "files have an extra apostrophe before it. Remove one apostrophe to get the text."
)


def dictionary_rows(batch: Batch) -> Iterator[tuple[str, ...]]:
    """Yield the header, and then a row for each column of the long and wide tables. Rows for tables
    that apps in higher layers add are included."""
    yield HEADER
    seen: set[str] = set()
    further = {name: rows(batch, ExportChoice(table=name)) for name, rows in TABLES.items()}
    columns = {
        Table.LONG.value: all_fixed(batch, Table.LONG),
        Table.WIDE.value: all_fixed(batch, Table.WIDE),
        **{name: rows.columns() for name, rows in further.items()},
    }
    for name, fixed in columns.items():
        for column in fixed:
            meaning = f"{column.meaning} {GUARD}" if column.text else column.meaning
            yield (column.name, name, meaning, "text" if column.text else "", *[""] * 6)
    qcet = {each.key: each.qcet for each in batch.rubric_version.spec.criteria}
    for answer in map(_any_turn, answer_columns(batch)):
        if answer.key in seen:
            continue
        seen.add(answer.key)
        place = "wide (in long: " if answer.in_wide else "(only in long: "
        derived = "derived from other answers" if answer.derived else ""
        yield (
            answer_name(answer),
            f"{place}Question = {answer.key}; in ratings: target = {answer.key})",
            answer.label,
            answer.kind,
            answer.criterion,
            answer.level,
            answer.best,
            answer.allowed,
            derived,
            qcet.get(answer.criterion, ""),
        )


def _any_turn(column: Column) -> Column:
    """Return the column for one turn as a column for any turn, with `<n>` for the turn's number:
    `turn.<n>.helpful`."""
    if column.in_wide:
        return column
    return replace(
        column,
        key=re.sub(r"((?:^|\.)turn\.)\d+\.", r"\1<n>.", column.key),
        label=re.sub(r"^(\D*)\d+", r"\1<n>", column.label),
    )


def dictionary_csv(batch: Batch) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerows(map(guarded, row) for row in dictionary_rows(batch))
    return buffer.getvalue()


def columns_reference() -> str:
    """Return Markdown tables of all columns that do not depend on the rubric."""
    return "\n\n".join(
        [
            "## About the assignment: wide and long",
            columns_table((*ASSIGNMENT, MASKED)),
            "## About the answer: long",
            columns_table(ANSWER),
            "## Like a result file of Mechanical Turk",
            columns_table(mturk.COLUMNS),
        ]
    )


def columns_table(columns: Iterable[Fixed]) -> str:
    """Return a Markdown table with these columns and their meanings."""
    return table(("column", "meaning"), ((f"`{each.name}`", each.meaning) for each in columns))
