"""The SQL statement of an export with its columns, and the statement that counts the rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Protocol

from django.db import connection

from core.database.sql import SQLValue, load
from core.tabular.formulas import guarded_sql
from hits.exports import mturk
from hits.exports.choice import ExportChoice, Form, Table
from hits.exports.columns import all_fixed, answer_columns, answer_name, quoted
from hits.exports.fixed import Fixed, in_csv, in_json, named, typed
from hits.exports.pseudonyms import padded_keys
from hits.models import Batch
from hits.states import PARTS
from surveys.columns import Column

_sql = partial(load, "hits/exports/sql/answers.sql")
IN_FORM: dict[str, Callable[[Fixed], str]] = {
    Form.CSV: in_csv,
    Form.JSON_LINES: in_json,
    Form.PARQUET: typed,
}

MOST_COUNTED = 10_000
Statement = tuple[str, dict[str, SQLValue]]  # SQL and its parameters


class Rows(Protocol):
    """The rows of an export: the names of the columns in the file, the columns that do not come
    from the rubric, and two SQL statements. One selects the rows, and the other counts up to `most`
    rows."""

    def names(self) -> list[str]: ...

    def columns(self) -> Sequence[Fixed]: ...

    def statement(self) -> Statement: ...

    def count(self) -> Statement: ...


@dataclass(frozen=True)
class AnswerRows:
    """The rows of an export of responses, with the columns in order. Each kind of column is
    computed only once."""

    batch: Batch
    choice: ExportChoice

    @cached_property
    def answers(self) -> list[Column]:
        return answer_columns(self.batch)

    @cached_property
    def fixed(self) -> list[Fixed]:
        return all_fixed(self.batch, self.choice.table, is_stable=self.choice.is_stable)

    def columns(self) -> Sequence[Fixed]:
        return self.fixed

    @property
    def answers_in_row(self) -> list[Column]:
        """Return the answers that have their own column. The list is empty for the long table."""
        is_long = self.choice.table == Table.LONG
        return [] if is_long else [column for column in self.answers if column.in_wide]

    def names(self) -> list[str]:
        answers = list(map(answer_name, self.answers_in_row))
        fixed = [column.name for column in self.fixed]
        if self.choice.table == Table.MTURK:
            return [*fixed, *answers, *mturk.LAST]
        return [*answers, *fixed]

    def entries(self) -> list[str]:
        """Return the entries of the SQL select list, in the form that the file format needs."""
        form = self.choice.file_format
        answers = [_answer(column, form) for column in self.answers_in_row]
        fixed = list(map(IN_FORM[form], self.fixed))
        if self.choice.table == Table.MTURK:
            return [*fixed, *answers, *(named("null", name) for name in mturk.LAST)]
        return [*answers, *fixed]

    def statement(self) -> Statement:
        """Return the SQL statement for the rows, with its parameters. The rows are in the order of
        submission."""
        batch, choice, answers = self.batch, self.choice, self.answers
        values = {
            **chosen_values(batch, choice),
            **named_by(batch, choice),
            "site": choice.site,
            "keys": [column.key for column in answers],
            "criteria": [column.criterion for column in answers],
            "outputs": [column.output for column in answers],
            "places": list(range(len(answers))),
        }
        entries = ", ".join(self.entries())
        source = _sql("source")
        rows = Table.LONG if choice.table == Table.LONG else Table.WIDE
        return _sql(rows.value, source=source, columns=entries, chosen=chosen(choice)), values

    def count(self) -> Statement:
        """Return the SQL statement that counts the assignments or, for the long table, the
        answers."""
        name = "count_answers" if self.choice.table == Table.LONG else "count"
        values = chosen_values(self.batch, self.choice)
        return _sql(name, chosen=chosen(self.choice)), values


# Tables that other apps add, by name.
TABLES: dict[str, Callable[[Batch, ExportChoice], Rows]] = {}


def rows_of(batch: Batch, choice: ExportChoice) -> Rows:
    return TABLES.get(choice.table, AnswerRows)(batch, choice)


def count_rows(batch: Batch, choice: ExportChoice) -> int:
    """Return the number of rows in the export, counted up to MOST_COUNTED. Counting more rows would
    delay the page that shows the number."""
    source, values = rows_of(batch, choice).count()
    with connection.cursor() as cursor:
        cursor.execute(source, {**values, "most": MOST_COUNTED})
        (rows,) = cursor.fetchone() or (0,)
    return int(rows)


def _answer(column: Column, form: str) -> str:
    text = f"answers.given ->> {quoted(column.key)}"
    if form == Form.JSON_LINES:
        sql = f"answers.given -> {quoted(column.key)}"
    elif column.is_text:
        sql = guarded_sql(f"({text})") if form == Form.CSV else text
    else:
        sql = f"({text})::float8" if form == Form.PARQUET else text
    return named(sql, answer_name(column))


def chosen(choice: ExportChoice) -> str:
    """Return an SQL condition on the assignment `a` for the export's filters. Filters that are not
    set add nothing."""
    further = {
        PARTS["is_counted"]: choice.counted,
        "e.pseudonym = any(%(annotators)s::text[])": choice.annotators,
        "a.submitted_at >= %(since)s::date::timestamp at time zone 'UTC'": choice.since,
        "a.submitted_at < (%(until)s::date + 1)::timestamp at time zone 'UTC'": choice.until,
    }
    conditions = [condition for condition, is_chosen in further.items() if is_chosen]
    return " and ".join([_sql("chosen"), *conditions])


def chosen_values(batch: Batch, choice: ExportChoice) -> dict[str, SQLValue]:
    return {
        "batch": batch.pk,
        "states": list(choice.states),
        "purposes": list(choice.purposes),
        "annotators": list(choice.annotators),
        "since": choice.since,
        "until": choice.until,
    }


def named_by(batch: Batch, choice: ExportChoice) -> dict[str, SQLValue]:
    """Return the SQL parameters for pseudonyms that are the same in the whole project. The dict is
    empty if the export does not use them."""
    if not choice.is_stable:
        return {}
    inner, outer = padded_keys(batch.project_id)
    return {"inner_key": inner, "outer_key": outer}
