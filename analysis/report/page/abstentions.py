"""How often people and judges said that they cannot judge a section."""

from collections.abc import Iterator

from django.db.models import Count, QuerySet

from hits.exports import answer_columns
from hits.models import HIT, Answer, Assignment, Batch
from hits.models.exclusions import counted
from judges.models import JudgeRun, VerdictAnswer
from surveys.kinds.base import CANNOT_JUDGE


def abstentions(batch: Batch) -> Iterator[str]:
    """Yield a sentence for each section that can be left; nothing, and no statement, where none
    can."""
    columns = [column for column in answer_columns(batch) if column.kind == CANNOT_JUDGE]
    if not columns:
        return
    people = counted(Assignment.objects.filter(batch=batch))
    by_people = _by_key(Answer.objects.filter(assignment__in=people))
    sides = [("people", by_people, people.count(), "responses")]
    for run in JudgeRun.objects.filter(batch=batch).order_by("pk"):
        verdicts = run.verdicts.filter(hit__purpose=HIT.Purpose.MAIN, error_code="")
        by_judge = _by_key(VerdictAnswer.objects.filter(verdict__in=verdicts))
        sides.append((run.name, by_judge, verdicts.count(), "replies"))
    for column in columns:
        shares = [
            f"{name} in {times.get(column.key, 0):,} of {number:,} {noun}"
            for name, times, number, noun in sides
        ]
        yield f"{column.label}: {', '.join(shares)}. No other statistic uses these."


def _by_key(answers: QuerySet[Answer] | QuerySet[VerdictAnswer]) -> dict[str, int]:
    reasons = answers.filter(key__endswith=f".{CANNOT_JUDGE}", text__isnull=False)
    return dict(reasons.order_by().values_list("key").annotate(Count("key")))
