"""An answer beside what others answered to the same HIT."""

from collections.abc import Sequence
from dataclasses import dataclass

from hits.models import Answer, Assignment
from hits.page.form import Field, FilledPanel
from hits.states import ANSWERED


@dataclass(frozen=True)
class AnswerRow:
    """One question: its words, this annotator's answer with the option's own words, the others'
    answers in the order of `Comparison.others`. Free texts always differ, so nothing marks them."""

    label: str
    value: str
    option: str
    others: Sequence[str]
    is_text: bool


@dataclass(frozen=True)
class Comparison:
    """`others`: pseudonyms of those who answered the same HIT."""

    others: Sequence[str]
    rows: Sequence[AnswerRow]


def compared(assignment: Assignment, panels: Sequence[FilledPanel]) -> Comparison:
    """Two statements, however many answered."""
    others = list(
        Assignment.objects.filter(hit=assignment.hit_id, state__in=ANSWERED)
        .exclude(pk=assignment.pk)
        .select_related("enrolment")
        .order_by("pk")
    )
    values: dict[tuple[int, str], str] = {
        (answer.assignment_id, answer.key): str(answer.value)
        for answer in Answer.objects.filter(assignment__in=others)
    }
    rows = [
        AnswerRow(
            label=field.question.label,
            value=field.value,
            option=_in_words(field),
            others=[values.get((other.pk, field.question.key), "") for other in others],
            is_text=field.question.is_text,
        )
        for panel in panels
        for field in panel.fields
    ]
    pseudonyms = [other.enrolment.pseudonym for other in others if other.enrolment]
    return Comparison(pseudonyms, rows)


def _in_words(field: Field) -> str:
    """What the option chosen says, where the answer is one of several."""
    worded = {str(value): words for value, words in field.question.described().items()}
    return worded.get(field.value, "")
