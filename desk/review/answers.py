"""An answer beside what others answered to the same HIT."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from hits.models import HIT, Answer, Assignment
from hits.models.exclusions import counted
from hits.page.form import Field, FilledPanel
from hits.states import ANSWERED
from surveys.base import Stimulus
from surveys.questions import questions
from surveys.spec import Rubric


@dataclass(frozen=True)
class AnswerRow:
    """One question: its words, this annotator's answer with the option's own words, the others'
    answers in the order of `Comparison.others`. Free texts always differ, so nothing marks them.
    `section`: its section's title; blank where the section is the question."""

    label: str
    value: str
    option: str
    others: Sequence[str]
    is_text: bool
    section: str = ""


@dataclass(frozen=True)
class Comparison:
    """`others`: pseudonyms of those who answered the same HIT."""

    others: Sequence[str]
    rows: Sequence[AnswerRow]


def compared(assignment: Assignment, panels: Sequence[FilledPanel]) -> Comparison:
    """Return two statements, however many answered."""
    answered = Assignment.objects.filter(hit=assignment.hit_id, state__in=ANSWERED)
    others, values = _given(answered.exclude(pk=assignment.pk))
    rows = [
        AnswerRow(
            label=field.question.label,
            value=field.value,
            option=_in_words(field),
            others=[values.get((other.pk, field.question.key), "") for other in others],
            is_text=field.question.is_text,
            section="" if panel.single else str(panel.panel.title),
        )
        for panel in panels
        for field in panel.fields
    ]
    return Comparison(_pseudonyms(others), rows)


def answers_to(hit: HIT, rubric: Rubric, stimulus: Stimulus) -> Comparison:
    """Return people's answers that count, question by question, without the row's own."""
    people, values = _given(counted(Assignment.objects.filter(hit=hit)))
    rows = [
        AnswerRow(
            label=question.label,
            value="",
            option="",
            others=[values.get((person.pk, question.key), "") for person in people],
            is_text=question.is_text,
        )
        for question in questions(rubric, stimulus)
    ]
    return Comparison(_pseudonyms(people), rows)


def _given(
    assignments: QuerySet[Assignment],
) -> tuple[list[Assignment], dict[tuple[int, str], str]]:
    """Return the assignments by their number, and their answers by assignment and question."""
    answered = list(assignments.select_related("enrolment").order_by("pk"))
    answers = Answer.objects.filter(assignment__in=answered)
    return answered, {(answer.assignment_id, answer.key): str(answer.value) for answer in answers}


def _pseudonyms(assignments: Sequence[Assignment]) -> list[str]:
    return [assignment.enrolment.pseudonym for assignment in assignments if assignment.enrolment]


def _in_words(field: Field) -> str:
    """Return what the option chosen says, where the answer is one of several."""
    worded = {str(value): words for value, words in field.question.described().items()}
    return worded.get(field.value, "")
