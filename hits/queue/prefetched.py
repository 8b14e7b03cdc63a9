"""Releasing or cancelling assignments that no one has started, if they are overdue, if the batch
stops, or if the annotator is blocked."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from core.database.sql import load
from core.database.statements import Int8, run
from hits.batch_locks import lock_batch_shared
from hits.models import HIT, Assignment
from hits.queue.schedule import put_back
from hits.states import State

_FORGET = load("hits/queue/sql/checks.sql", "forget")

# The values of an assignment as if it had never been claimed. No one has seen a prefetched HIT, so
# the assignment is not ended but free again or cancelled.
_NOBODYS: dict[str, object] = {
    "prefetched": False,
    "annotator": None,
    "enrolment": None,
    "sequence": None,
    "drawn_point": None,
    "rubric_sha256": "",
    "accepted_at": None,
    "deadline_at": None,
}
# This is a condition of the UPDATE itself, because a join could check outdated versions of the
# rows.
_OF_MAIN_HITS = Exists(HIT.objects.filter(pk=OuterRef("hit"), purpose=HIT.Purpose.MAIN))


@transaction.atomic
def _give_up(assignments: QuerySet[Assignment]) -> int:
    checks = _give_up_checks(assignments)
    return checks + assignments.filter(_OF_MAIN_HITS).update(state=State.FREE, **_NOBODYS)


@transaction.atomic
def _give_up_checks(assignments: QuerySet[Assignment]) -> int:
    """Delete the prefetched checks among the assignments, and restore their credits. Return the
    number of deleted checks.

    Assignments that another transaction has locked are skipped, because a person is starting or
    returning them.
    """
    checks = assignments.filter(~_OF_MAIN_HITS, prefetched=True)
    locked = checks.select_for_update(skip_locked=True).order_by("pk")
    given_up = list(locked.values_list("pk", "batch_id"))
    for pk, batch_id in given_up:
        run(_FORGET, {"assignment": Int8(pk)})
        put_back(batch=lock_batch_shared(batch_id), assignment_ids=[pk])
    return len(given_up)


def free_prefetched(*, batch_id: int) -> int:
    """Make the prefetched assignments of a batch free again, and return their number."""
    return _give_up(Assignment.objects.prefetched().filter(batch=batch_id))


def free_prefetched_of(*, batch_id: int, annotator_ids: Collection[int]) -> int:
    """Make these people's prefetched assignments in a batch free again, and return their number."""
    prefetched = Assignment.objects.prefetched()
    return _give_up(prefetched.filter(batch=batch_id, annotator__in=annotator_ids))


def withdraw_unbegun(*, batch_id: int) -> int:
    """Withdraw every assignment of a batch that no one has started, and delete its prefetched
    checks. Return the number of withdrawn assignments of main HITs. Call this only when the batch
    closes."""
    unbegun = Assignment.objects.unbegun().filter(batch=batch_id)
    _give_up_checks(unbegun)
    suspended = Assignment.objects.filter(batch=batch_id, state=State.SUSPENDED)
    withdrawn = suspended.update(state=State.WITHDRAWN)
    return withdrawn + _take_out(unbegun, State.WITHDRAWN)


@transaction.atomic
def take_out_unbegun(*, hit_ids: Collection[int], state: State) -> int:
    """Change every assignment of these HITs that is not started, or is suspended, to `state`:
    suspended or withdrawn. Delete prefetched checks. Return the number of changed assignments of
    main HITs.

    Call this only while the HITs' rows are locked, so that none of their assignments becomes free.
    """
    unbegun = Assignment.objects.unbegun().filter(hit__in=hit_ids)
    _give_up_checks(unbegun)
    suspended = Assignment.objects.filter(hit__in=hit_ids, state=State.SUSPENDED)
    return suspended.update(state=state) + _take_out(unbegun, state)


def _take_out(unbegun: QuerySet[Assignment], state: State) -> int:
    return unbegun.filter(_OF_MAIN_HITS).update(state=state, **_NOBODYS)


@transaction.atomic
def free_late_prefetched(*, before: datetime, limit: int) -> int:
    """Make prefetched assignments free again if their deadline was before `before`. Return the
    number of these assignments, at most `limit`."""
    late = Assignment.objects.prefetched().filter(deadline_at__lt=before).order_by("deadline_at")
    locked = late.select_for_update(skip_locked=True, no_key=True)[:limit]
    return _give_up(Assignment.objects.filter(pk__in=locked.values("pk")))
