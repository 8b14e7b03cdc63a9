"""Leaving answered work out of every figure, and taking it back in. Money does not move."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from hits.models import Assignment, Batch, Exclusion
from hits.states import ANSWERED
from people.acts import record
from people.models import Act, User
from tabular.errors import RateroomError


@transaction.atomic
def exclude_assignments(
    *, batch: Batch, ids: Sequence[int], rule: str, by: User | None, reason: str = ""
) -> int:
    """Exclude the answered ones of `ids` by `rule`; returns how many were not excluded by it
    before."""
    if not rule.strip():
        raise RateroomError(
            "An exclusion needs the name of its rule.",
            where="Rule",
            remedy="Name one, as in “too fast”.",
        )
    answered = Assignment.objects.filter(batch=batch, pk__in=ids, state__in=ANSWERED)
    # Under lock, so that of two people who exclude at once only one adds the row.
    locked = answered.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True)
    excluded = set(
        Exclusion.objects.filter(
            assignment__in=list(locked), rule=rule, taken_back_at=None
        ).values_list("assignment_id", flat=True)
    )
    fresh = [pk for pk in locked if pk not in excluded]
    Exclusion.objects.bulk_create(
        Exclusion(assignment_id=pk, rule=rule, reason=reason.strip(), excluded_by=by)
        for pk in fresh
    )
    _note(Act.Verb.EXCLUDED, batch, len(fresh), rule, by)
    return len(fresh)


@transaction.atomic
def take_back_exclusions(*, batch: Batch, ids: Sequence[int], rule: str, by: User | None) -> int:
    """Take back what `rule` excludes of `ids`; returns how many. The rows stay as history."""
    standing = Exclusion.objects.filter(
        assignment__batch=batch, assignment__in=ids, rule=rule, taken_back_at=None
    )
    number = standing.update(taken_back_at=timezone.now(), taken_back_by=by)
    _note(Act.Verb.READMITTED, batch, number, rule, by)
    return number


def _note(verb: str, batch: Batch, answers: int, rule: str, by: User | None) -> None:
    """The act; none where nothing changed, and none of what a rejection or its end brings along."""
    if answers and rule != Exclusion.REJECTED:
        record(
            actor=by,
            verb=verb,
            subject=batch,
            project_id=batch.project_id,
            after={"answers": answers, "rule": rule},
        )
