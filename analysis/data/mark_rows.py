"""Passages marked by people and judges: as rows for exports and snapshots, and in the form that
statistics use."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.db import connection

from analysis.data.answers import by_name
from analysis.data.facts import Answers, Marked, MarkedSection, Passage
from analysis.data.rating_rows import COLUMNS as OF_RATINGS
from analysis.data.rating_rows import (
    JUDGES,
    Part,
    RatingRows,
    of_answers,
    one_after_another,
    report_values,
    select_list,
)
from core.database.sql import load
from hits.exports import Form, answer_columns
from hits.exports.fixed import Fixed
from hits.exports.queries import Statement
from hits.models import Batch
from surveys.kinds.base import SectionBase
from surveys.spec import Rubric

_PATH = "analysis/data/sql/rating_rows.sql"
_SHARED = {column.name: column for column in OF_RATINGS}
COLUMNS = (
    *(_SHARED[name] for name in ("item", "system", "target", "rater", "kind")),
    Fixed(
        "start",
        "Number of characters (Unicode code points) in the text before the passage. Blank if "
        "nothing is marked; such an answer has a single row.",
        'mark."start"',
    ),
    Fixed(
        "end",
        "Number of characters before the passage's end. Equal to start if the mark says that "
        "something is missing.",
        'mark."end"',
    ),
    Fixed("quote", "Text of the passage.", "quote", text=True),
    Fixed("category", "Key of the category. Blank if none.", "category"),
    Fixed("severity", "Key of the severity. Blank if none.", "severity"),
    *(_SHARED[name] for name in ("hit", "assignment")),
)
_OF_ANSWERS = ("item", "target", "rater", "kind", "hit", "text")
_MEMBERS = ("start", "end", "category", "severity")
NAMES = [column.name for column in COLUMNS]


@dataclass(frozen=True)
class MarkRows(RatingRows):
    """Rows of an export of marks: the passages marked by the selected people and by all judges."""

    def names(self) -> list[str]:
        return NAMES

    def columns(self) -> Sequence[Fixed]:
        return COLUMNS if marking_sections(self.batch.rubric_version.spec) else ()

    def statement(self) -> Statement:
        source, values = super().statement()
        return source, values | {"marked": list(marked_columns(self.batch))}

    def rows(self, people: Part, condition: str) -> str:
        columns = select_list(COLUMNS, self.choice.file_format)
        return load(_PATH, "marks", columns=columns, parts=_parts(people, condition))

    def count(self) -> Statement:
        source, values = self.statement()
        return f"select count(*) from ({source} limit %(most)s) counted", values


def marking_sections(rubric: Rubric) -> list[SectionBase]:
    return [section for section in rubric.sections if section.mark_choices()]


def marked_sections(batches: Sequence[Batch], answers: Answers) -> list[MarkedSection]:
    """Return the sections that ask for marks, which all batches share. Each section has all marks
    by judges, and the marks by people that `answers` selects. People have the same names as in the
    report's ratings."""
    sections = marking_sections(batches[0].rubric_version.spec)
    marked: dict[str, list[Marked]] = {section.key: [] for section in sections}
    for name, batch in by_name(batches).items() if sections else ():
        section_of = marked_columns(batch)
        rows = _answers(batch, name, answers, list(section_of))
        for item, target, rater, rater_kind, hit, text in rows:
            passages = [Passage(*map(mark.get, _MEMBERS)) for mark in json.loads(text)]
            is_judge = rater_kind != "human"
            answer = Marked(item, (str(hit), target), rater, is_judge, passages)
            marked[section_of[target]].append(answer)
    return [
        MarkedSection(section.key, section.title, section.mark_choices(), marked[section.key])
        for section in sections
    ]


def _answers(
    batch: Batch, name: str, answers: Answers, keys: list[str]
) -> Iterator[tuple[str, ...]]:
    columns = select_list([_SHARED[column] for column in _OF_ANSWERS], Form.JSON_LINES)
    statement = load(_PATH, "rows", columns=columns, parts=_parts(*of_answers(answers)))
    with connection.cursor() as cursor:
        cursor.execute(statement, report_values(batch, name) | {"marked": keys})
        yield from cursor.fetchall()


def marked_columns(batch: Batch) -> dict[str, str]:
    """Return, by the key of each question that asks for marks, the key of its section."""
    sections = {each.key: each.kind for each in marking_sections(batch.rubric_version.spec)}
    return {
        column.key: column.section
        for column in answer_columns(batch)
        if sections.get(column.section) == column.kind
    }


def _parts(people: Part, condition: str) -> str:
    """Return the statement for rows of people's and judges' answers to questions about marks."""
    of_people, of_judges = (
        replace(part, source=f"{part.source} and v.key = any(%(marked)s::text[]) and v.text <> ''")
        for part in (people, JUDGES)
    )
    return one_after_another([of_people.statement(condition), of_judges.statement()])
