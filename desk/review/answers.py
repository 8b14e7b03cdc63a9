"""Comparison of a response with other people's responses to the same HIT, question by question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from hits.models import HIT, Answer, Assignment, GoldKey
from hits.models.decisions import counted
from hits.page.form import Field, FilledPanel
from hits.states import ANSWERED
from quality.gold.passing import accepted_in_words, result
from surveys.base import Stimulus
from surveys.questions import Question, form_questions
from surveys.spec import Rubric


@dataclass(frozen=True)
class AnswerRow:
    """One question, with the answer of this response and those of the others, in the order of
    `Comparison.others`. In `stored_answers`, None means that the person was not asked, and "" that
    there is no answer.

    `option` is the chosen option's text. `section` is the title of the question's section or list
    entry, or "" if the section is the question. `accepted` is the known answer of a gold HIT, and
    `fails` says that this response has a different answer. Free texts always differ, so they are
    never marked.
    """

    label: str
    value: str
    option: str
    stored_answers: Sequence[str | None]
    is_text: bool
    section: str = ""
    accepted: str = ""
    fails: bool = False
    people: Sequence[str] = ()
    is_asked: bool = True

    @property
    def others(self) -> list[str]:
        """Return the other people's answers, with “not asked” for people who were not asked."""
        return [_("not asked") if each is None else each for each in self.stored_answers]

    @property
    def written(self) -> list[tuple[str, str]]:
        """Return (pseudonym, answer) for each other person with an answer, including “not
        asked”."""
        return [pair for pair in zip(self.people, self.others, strict=True) if pair[1]]

    @property
    def stands_alone(self) -> bool:
        """Return whether other people answered the question and all of them gave a different
        answer. Free texts are never compared."""
        return bool(self.answers) and self.is_asked and self.value not in self.answers

    @property
    def answers(self) -> list[str]:
        """Return the other people's answers, without missing ones. For free texts, the list is
        empty."""
        return [each for each in self.stored_answers if each and not self.is_text]


@dataclass(frozen=True)
class Comparison:
    """The questions of a response with other people's answers. `others` are the pseudonyms of other
    people with the same HIT, and `texts` are the free-text questions."""

    others: Sequence[str]
    rows: Sequence[AnswerRow]
    texts: Sequence[AnswerRow] = ()

    @property
    def is_gold(self) -> bool:
        return any(row.accepted for row in (*self.rows, *self.texts))

    @property
    def failed(self) -> int:
        return sum(row.fails for row in (*self.rows, *self.texts))

    @property
    def alone(self) -> int:
        return sum(row.stands_alone for row in self.rows)

    @property
    def compared(self) -> int:
        """Return the number of questions that other people have answered too. Free texts do not
        count."""
        return sum(bool(row.answers) for row in self.rows)


def compared(assignment: Assignment, panels: Sequence[FilledPanel]) -> Comparison:
    """Return the comparison of the response with other people's responses. Free-text questions
    without any answer are left out. Runs two queries, and one more for a gold HIT."""
    gold_rules = _gold_rules(assignment, panels)
    everyone, values = _given(
        Assignment.objects.filter(hit=assignment.hit_id, state__in=ANSWERED), panels
    )
    others = [each for each in everyone if each.pk != assignment.pk]
    people = _pseudonyms(others)

    def is_asked(field: Field) -> bool:
        return values.get((assignment.pk, field.question.key), "") is not None

    rows = [
        AnswerRow(
            label=_asked(field.question),
            value=_own(field) if is_asked(field) else _("not asked"),
            option=_in_words(field),
            stored_answers=_answers_to(field.question, others, values),
            is_text=field.question.is_text,
            section=_section(panel, field),
            people=people,
            is_asked=is_asked(field),
            **gold_rules.get(field.question.key, {}),
        )
        for panel in panels
        for field in panel.all_fields
    ]
    texts = [row for row in rows if row.is_text and (row.value or row.accepted or any(row.others))]
    return Comparison(people, [row for row in rows if not row.is_text], texts)


def _section(panel: FilledPanel, field: Field) -> str:
    if field.question.entry is not None:
        return field.question.label
    return "" if panel.single or field is panel.abstention else str(panel.panel.title)


def _asked(question: Question) -> str:
    """Return the question's text. The label of a question about a list entry is the entry itself,
    so return the question's help text instead."""
    return question.label if question.entry is None else question.help or _("Reason")


def _gold_rules(assignment: Assignment, panels: Sequence[FilledPanel]) -> dict[str, dict[str, Any]]:
    """Return a gold HIT's known answers in words by question key, and whether the response misses
    them. The dict is empty for other HITs."""
    if assignment.hit.purpose != HIT.Purpose.GOLD:
        return {}
    keys = GoldKey.objects.filter(
        batch=assignment.batch_id, output_ids=assignment.hit.output_ids, retired_at=None
    )
    key = keys.first()
    by_key = {field.question.key: field.question for panel in panels for field in panel.fields}
    values = {answer.key: answer.value for answer in assignment.answers.all()}
    return {
        rule["question"]: {
            "accepted": accepted_in_words(rule, by_key),
            "fails": "beside" not in rule and result([rule], values) is False,
        }
        for rule in (key.rules if key else ())
    }


def answers_to(hit: HIT, rubric: Rubric, stimulus: Stimulus) -> Comparison:
    """Return people's included answers to each question of the HIT, without comparing them with a
    particular response."""
    people, values = _given(counted(Assignment.objects.filter(hit=hit)))
    rows = [
        AnswerRow(
            label=f"{question.label}: {label}" if label != question.label else label,
            value="",
            option="",
            stored_answers=_answers_to(question, people, values),
            is_text=question.is_text,
        )
        for question in form_questions(rubric, stimulus)
        for label in [_asked(question)]
    ]
    return Comparison(_pseudonyms(people), rows)


def _given(
    assignments: QuerySet[Assignment], panels: Sequence[FilledPanel] = ()
) -> tuple[list[Assignment], dict[tuple[int, str], str | None]]:
    """Return the responses in the order of their ids, and their answers by (response id, question
    key). An answer is None if the question's panel was not shown."""
    answered = list(assignments.select_related("enrolment").order_by("pk"))
    answers = Answer.objects.filter(assignment__in=answered)
    values: dict[tuple[int, str], str | None] = {
        (answer.assignment_id, answer.key): str(answer.value) for answer in answers
    }
    for each in answered:
        for panel in panels:
            if values.get((each.pk, panel.panel.asked_key)) == "0":
                values |= {(each.pk, field.question.key): None for field in panel.fields}
    return answered, values


def _answers_to(
    question: Question, people: Sequence[Assignment], values: Mapping[tuple[int, str], str | None]
) -> list[str | None]:
    answers = [values.get((person.pk, question.key), "") for person in people]
    return [answer and question.spoken(answer) for answer in answers]


def _pseudonyms(assignments: Sequence[Assignment]) -> list[str]:
    return [assignment.enrolment.pseudonym for assignment in assignments if assignment.enrolment]


def _own(field: Field) -> str:
    return field.value and field.question.spoken(field.value)


def _in_words(field: Field) -> str:
    """Return the text of the chosen option, or "" if the answer is not an option."""
    worded = {str(value): words for value, words in field.question.described().items()}
    return worded.get(field.value, "")
