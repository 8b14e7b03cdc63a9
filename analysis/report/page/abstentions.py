"""Sentences about sections that raters were not asked, or answered with "Cannot judge"."""

from collections.abc import Iterator

from django.db.models import Count, QuerySet

from analysis.comparison.results import Comparison
from hits.exports import answer_columns
from hits.models import HIT, Answer, Assignment, Batch
from hits.models.decisions import counted
from judges.models import JudgeRun, VerdictAnswer
from surveys.kinds.base import CANNOT_JUDGE


def gated(comparison: Comparison) -> Iterator[str]:
    """Yield a text for each criterion whose section is opened by an earlier answer. It states
    people's agreement on that answer and how often the section was asked."""
    by_key = {criterion.facts.key: criterion for criterion in comparison.criteria}
    for criterion in comparison.criteria:
        if not criterion.facts.opened_by:
            continue
        gate = by_key.get(criterion.facts.gate)
        alpha = gate and gate.people.agreement.get("alpha")
        before = ""
        if alpha and alpha.value is not None:
            before = f"People's agreement on that answer: alpha {alpha.value:.2f} (n {alpha.n:,}). "
        times = [
            f"{name} {n:,} of {of_all:,} times" for name, (n, of_all) in criterion.openings.items()
        ]
        times_asked = f"Asked: {', '.join(times)}. " if times else ""
        yield (
            f"{criterion.facts.title} is asked only after certain answers to "
            f"“{criterion.facts.opened_by}”. {before}{times_asked}"
            "Its statistics use the units that every rater of a comparison was asked about (n). "
            "Systems are tested against each other only if every output was asked about."
        )


def abstentions(batch: Batch) -> Iterator[str]:
    """Yield a sentence for each section that offers the answer "Cannot judge". If no section offers
    it, no query is executed."""
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
