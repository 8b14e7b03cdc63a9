"""The tidy table of ratings by people, judges and metrics: its columns, and the rows that are
streamed to exports, snapshots and report bundles."""

import json
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from analysis.data.answers import CONDITIONS, runs_of
from analysis.data.facts import ADJUDICATED, Answers
from analysis.data.metrics import WORDS
from core.database.sql import SQLValue, load
from core.tabular.formulas import guarded_sql
from hits.exports import ExportChoice, Form, answer_columns
from hits.exports.fixed import STABLE, Fixed, named
from hits.exports.queries import Statement, chosen, chosen_values, named_by
from hits.exports.streams import pieces
from hits.models import Batch
from judges.prompts.prompting import fields_unseen
from surveys.columns import Column

_sql = partial(load, "analysis/data/sql/rating_rows.sql")
COLUMNS = (
    Fixed("item", "Id of the item in the dataset.", "item", text=True),
    Fixed(
        "system",
        "System that wrote the rated output. For a preference, the system of output a. Blank for "
        "an answer about several outputs.",
        "system",
        text=True,
    ),
    Fixed(
        "criterion",
        "Criterion that the answer measures or gives a reason for. Blank for a step, a metric's "
        "value and any other answer that measures no criterion.",
        "criterion",
    ),
    Fixed("target", "Key of the question, which says what part of the HIT is rated.", "target"),
    Fixed(
        "rater", "Pseudonym of the annotator, or name of the judge or metric.", "rater", text=True
    ),
    Fixed("kind", "human, judge or metric; in a report's bundle also length.", "kind"),
    Fixed(
        "value",
        "The answer as a number. A preference is 1 for system, 2 for system_b and 0 for neither. A "
        "rank is the place among the outputs on the page, and tied outputs get the mean of their "
        "places. Blank for a text.",
        "value",
    ),
    Fixed("text", "The answer if it is text or data (JSON), such as a reason.", "text", text=True),
    Fixed(
        "label",
        "The rubric's label for the number. For a metric, which end is best. Blank if none.",
        "label",
        text=True,
    ),
    Fixed(
        "system_b",
        "For a preference, the system of output b. Otherwise blank.",
        "system_b",
        text=True,
    ),
    Fixed("hit", "Number of the HIT.", "hit"),
    Fixed(
        "position", "Place of the output of system on the page, from 1. Blank if none.", "position"
    ),
    Fixed(
        "assignment", "Number of the annotator's assignment. Blank for other raters.", "assignment"
    ),
    Fixed(
        "unseen",
        "Fields of the item that people saw and the judge did not, separated by spaces. A question "
        "mark after a field means that this is unknown. Blank for people and metrics.",
        "unseen",
    ),
)
NAMES = [column.name for column in COLUMNS]


@dataclass(frozen=True)
class Part:
    """One group of raters, with the SQL expressions for its columns and for the source of its
    answers."""

    name: str
    kind: str
    rater: str
    source: str
    shown_order: str
    assignment: str = "null"
    unseen: str = "null"

    def statement(self, condition: str = "") -> str:
        names = ("kind", "rater", "shown_order", "assignment", "unseen")
        words = {name: getattr(self, name) for name in names}
        return _sql(
            self.name,
            fields=_sql("fields", **words),
            answers=_sql("answers", source=self.source),
            chosen=condition,
        )


PEOPLE = Part(
    "people",
    "human",
    "e.pseudonym",
    "hits_answer v where v.assignment_id = a.id",
    "a.shown_order",
    assignment="a.id",
)
DECIDED = Part(
    "adjudicators",
    "human",
    f"%(prefix)s || '{ADJUDICATED}'",
    "hits_adjudicatedanswer v where v.adjudication_id = d.id",
    "d.shown_order",
)
JUDGES = Part(
    "judges",
    "judge",
    "r.name",
    "judges_verdictanswer v where v.verdict_id = d.id",
    "d.shown_order",
    unseen="%(unseen)s::jsonb ->> r.id::text",
)


@dataclass(frozen=True)
class RatingRows:
    """The rows of an export: first the selected answers of people, then all verdicts of judges, and
    then metrics. The selection of answers affects only people's rows."""

    batch: Batch
    choice: ExportChoice

    def names(self) -> list[str]:
        return NAMES

    def columns(self) -> Sequence[Fixed]:
        return COLUMNS

    def statement(self) -> Statement:
        people = replace(PEOPLE, rater=STABLE.sql) if self.choice.is_stable else PEOPLE
        values = chosen_values(self.batch, self.choice) | named_by(self.batch, self.choice)
        return self.rows(people, chosen(self.choice)), values | known(self.batch)

    def rows(self, people: Part, condition: str) -> str:
        """Return the statement for all rows, with the rows of `people` that meet the condition."""
        return _rows(people.statement(condition), self.choice.file_format)

    def count(self) -> Statement:
        values = chosen_values(self.batch, self.choice)
        return _sql("count", chosen=chosen(self.choice)), values


def rating_pieces(
    batches: Mapping[str, Batch], answers: Answers, form: Form
) -> Generator[bytes, None, int]:
    """Yield the rows of all batches as the pieces of one file: people's ratings that `answers`
    selects, and all judges' ratings. With several batches, people's pseudonyms include the batch's
    name, as in `joint_frame`."""
    statements = [
        _of_report(batch, name if len(batches) > 1 else "", answers, form)
        for name, batch in batches.items()
    ]
    return pieces(NAMES, statements, form)


def _of_report(batch: Batch, name: str, answers: Answers, form: Form) -> Statement:
    people, condition = of_answers(answers)
    lengths = _sql("lengths", lengths_of_outputs=_sql("lengths_of_outputs"))
    return _rows(people.statement(condition), form, lengths), report_values(batch, name)


def of_answers(answers: Answers) -> tuple[Part, str]:
    """Return the SQL of people's ratings for a selection of answers, and the condition that selects
    the rows. The condition of adjudicated answers is ""."""
    if condition := CONDITIONS.get(answers):
        people = replace(PEOPLE, rater="%(prefix)s || e.pseudonym")
        return people, f"a.batch_id = %(batch)s and {condition}"
    return DECIDED, ""


def report_values(batch: Batch, name: str) -> dict[str, SQLValue]:
    """Return the SQL parameters for a report's rows. `name` is "" if the report has a single
    batch."""
    return {"batch": batch.pk, "prefix": f"{name}: " if name else "", **known(batch)}


def _rows(people: str, form: str, *further: str) -> str:
    metrics = _sql("metrics", highest=WORDS["highest"], lowest=WORDS["lowest"])
    parts = one_after_another([people, JUDGES.statement(), metrics, *further])
    return _sql("rows", columns=select_list(COLUMNS, form), parts=parts)


def one_after_another(statements: Sequence[str]) -> str:
    return " union all ".join(f"({statement})" for statement in statements)


def select_list(columns: Sequence[Fixed], form: str) -> str:
    """Return the entries of an SQL select list. In CSV, texts are guarded against formula
    injection."""
    guard = form == Form.CSV
    return ", ".join(
        named(guarded_sql(column.sql) if guard and column.text else column.sql, column.name)
        for column in columns
    )


def known(batch: Batch) -> dict[str, str]:
    """Return SQL parameters with two JSON objects: data about each question by its key, and the
    fields that each judge run did not see."""
    columns = enumerate(answer_columns(batch))
    columns_by_key = {column.key: _asked_once(column, turn) for turn, column in columns}
    unseen = {run.pk: " ".join(fields_unseen(run)) for run in runs_of([batch])}
    return {"columns": json.dumps(columns_by_key), "unseen": json.dumps(unseen)}


def _asked_once(column: Column, turn: int) -> dict[str, object]:
    measure = column.measure if column.criterion else None
    pair = measure if measure and measure.shape == "pair" else None
    return {
        "turn": turn,
        "criterion": column.criterion,
        "output": column.output,
        "shape": measure.shape if measure else "",
        "labels": dict(column.labels),
        "preferred": {value: pair.preferred(value) for value in range(1, 2 * pair.degrees + 1)}
        if pair
        else {},
    }
