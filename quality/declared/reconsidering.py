"""Undoing decisions by gold rules that no longer apply because a gold HIT was retired."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from hits.models import Assignment, BackgroundTask, Batch, DeclaredRule, Exclusion
from hits.review.decisions import overturn_rejections
from hits.review.exclusions import take_back_exclusions
from hits.states import State
from people.models import User
from quality.rules import GoldRule, rules


@dataclass(frozen=True)
class Undone:
    """The number of responses that were included again, and the number of rejections that were
    overturned and paid."""

    counted_again: int = 0
    overturned: int = 0


def reconsider_gold_rules(*, batch: Batch, by: User | None, reason: str) -> Undone:
    """Undo the exclusions and overturn the rejections by gold rules that no longer apply. Return
    their numbers. This happens in the caller's transaction. Raises NotEnoughMoney.

    A sitting that was rejected at Prolific does not change here, because it must be overturned at
    Prolific.
    """
    # This waits for the running part of a rejection to end, so that it is overturned below.
    _drop_planned(batch)
    counted_again = overturned = 0
    for written, rule, number in _in_force(batch):
        excluded = Assignment.objects.filter(
            batch=batch, exclusions__rule=written, exclusions__taken_back_at=None
        )
        ids = _no_longer(batch, excluded, rule, number)
        counted_again += take_back_exclusions(batch=batch, rule=written, by=by, ids=ids)
        rejected = Assignment.objects.filter(batch=batch, state=State.REJECTED, evidence=written)
        ids = _no_longer(batch, rejected, rule, number)
        overturned += overturn_rejections(batch=batch, ids=ids, by=by, reason=reason)
    return Undone(counted_again, overturned)


def _drop_planned(batch: Batch) -> None:
    """Remove responses from pending rejections if their annotators no longer break the gold
    rule."""
    listed = BackgroundTask.objects.filter(planned_rejections__assignment__batch=batch).distinct()
    for task in listed.order_by("pk"):
        declared = DeclaredRule.objects.get(pk=task.parameters["declared"])
        rule = rules().get(declared.name)
        if isinstance(rule, GoldRule):
            # Always in the same order, because another gold HIT can be retired at the same time.
            planned = task.planned_rejections
            list(planned.select_for_update().order_by("assignment"))
            answers = Assignment.objects.filter(pk__in=planned.values("assignment"))
            ids = _no_longer(batch, answers, rule, declared.number)
            planned.filter(assignment__in=ids).delete()


def _in_force(batch: Batch) -> Iterator[tuple[str, GoldRule, int]]:
    """Yield the wording, rule and number of each gold rule that excludes or has rejected responses
    of the batch."""
    excluding = Exclusion.objects.filter(assignment__batch=batch, taken_back_at=None)
    rejecting = Assignment.objects.filter(batch=batch, state=State.REJECTED)
    texts = {
        *excluding.values_list("rule", flat=True).distinct(),
        *rejecting.values_list("evidence", flat=True).distinct(),
    }
    for rule in rules().values():
        if not isinstance(rule, GoldRule):
            continue
        low, high = rule.bounds
        for number in range(low, high + 1):
            if (written := rule.written(number)) in texts:
                yield written, rule, number


def _no_longer(
    batch: Batch, answers: QuerySet[Assignment], rule: GoldRule, number: int
) -> list[int]:
    """Return the ids of the responses in `answers` whose annotators no longer break the rule."""
    rows = list(answers.values_list("pk", "enrolment"))
    people = {enrolment for _pk, enrolment in rows if enrolment is not None}
    breaking = set(rule.broken_by_people(batch, number, people))
    return [pk for pk, enrolment in rows if enrolment not in breaking]
