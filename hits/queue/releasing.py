"""Ending a person's attempt at an assignment, because it is returned or expires, and reopening the
assignment. Each ended assignment is reopened exactly once."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import groupby
from operator import attrgetter

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batch_locks import availabilities, lock_batch_shared
from hits.models import HIT, Assignment, Batch, Draft, DraftVersion, Enrolment
from hits.money.escrow import refund_each
from hits.queue.prefetched import free_late_prefetched
from hits.queue.schedule import is_check, put_back, take_one
from hits.states import UNTAKEN, State
from people.models import User

# HITs expire only this long after their deadline, so that a slightly late submission still counts.
GRACE = timedelta(seconds=30)
ROWS = 1000  # rows per INSERT statement


class ReturnsSpent(RateroomError):
    """Raised if the person cannot return the HIT, for example because no returns are left."""


@transaction.atomic
def return_assignment(*, annotator: User, assignment_id: int) -> bool:
    """Return a claimed HIT, and reopen its assignment. Return False if the HIT is no longer
    claimed.

    Raises ReturnsSpent if the person has reached the batch's limit. The limit prevents people from
    reading the whole batch by claiming and returning HITs. Also raises ReturnsSpent if another
    browser has entered answers that this session cannot see.
    """
    # Lock the enrolment before the assignment, like a claim does, so that requests from two tabs
    # are counted one after the other.
    given_back = Enrolment.objects.select_for_update(of=("self",), no_key=True).select_related(
        "batch"
    )
    enrolment = given_back.filter(assignments=assignment_id, annotator=annotator).first()
    assignment = Assignment.objects.in_work().filter(pk=assignment_id, annotator=annotator).first()
    if enrolment is None or assignment is None:
        return False
    most = enrolment.batch.most_returns
    if most is not None and enrolment.returned >= most:
        raise ReturnsSpent(
            _("You have reached the maximum number of returns in this batch."),
            remedy=_("Submit this HIT, or leave it until its time runs out."),
        )
    if has_others_draft(annotator, assignment):
        raise ReturnsSpent(
            _("Answers to this HIT were entered in another browser, so you cannot return it."),
            remedy=_("Submit this HIT, or leave it until its time runs out."),
        )
    if not _end(assignment, Assignment.State.RETURNED):
        return False
    Enrolment.objects.filter(pk=enrolment.pk).update(returned=F("returned") + 1)
    return True


def has_others_draft(annotator: User, assignment: Assignment) -> bool:
    """Return whether the HIT has a draft that this login cannot see, because the login is limited
    to one sitting. Returning the HIT would delete the draft."""
    return annotator.bound is not None and Draft.objects.filter(assignment=assignment).exists()


def end_reported(*, assignment: Assignment) -> bool:
    """Return a HIT that its annotator has reported as broken, without counting a return. Return
    False if the HIT is no longer claimed. Only hits.broken may call this function, while the
    enrolment is locked."""
    return _end(assignment, Assignment.State.RETURNED)


def expire(*, assignment: Assignment) -> bool:
    """End a claimed assignment that is overdue or was released, and reopen it. Return False if it
    is no longer claimed."""
    with transaction.atomic():
        return _end(assignment, Assignment.State.EXPIRED)


def _end(assignment: Assignment, state: str) -> bool:
    ended = Assignment.objects.in_work().filter(pk=assignment.pk)
    if ended.update(state=state, ended_at=timezone.now()) != 1:
        return False
    if state == Assignment.State.RETURNED:  # keep the drafts of expired HITs for late submissions
        for model in (Draft, DraftVersion):
            model.objects.filter(assignment=assignment.pk).delete()
    reopen(assignment=assignment)
    return True


def reopen(*, assignment: Assignment) -> None:
    """Insert a free assignment to replace `assignment`. If the HIT is on hold, the new assignment
    is suspended. If the batch or the HIT is closed, refund the escrow instead. For a check, restore
    its credit instead.

    Call this in the transaction whose conditional UPDATE ended the assignment, so that it happens
    only once.
    """
    reopen_all([assignment])


def reopen_all(assignments: Sequence[Assignment]) -> None:
    """Reopen several assignments of one batch like `reopen`, with a fixed number of queries. The
    HITs must already be loaded on the assignments. The batch cannot close until the transaction
    ends, so call this late in a long transaction."""
    if not assignments:
        return
    # The lock is shared, so that assignments can end in parallel. Each still notices if the batch
    # is closing.
    batch = lock_batch_shared(assignments[0].batch_id)
    checks = [assignment.pk for assignment in assignments if is_check(assignment)]
    mains = [assignment for assignment in assignments if not is_check(assignment)]
    put_back(batch=batch, assignment_ids=checks)
    availability = availabilities([assignment.hit_id for assignment in mains])
    refunded = {
        assignment.pk
        for assignment in mains
        if batch.state == Batch.State.CLOSED
        or availability[assignment.hit_id] == HIT.Availability.CLOSED
    }
    refund_each(batch=batch, assignment_ids=sorted(refunded))
    Assignment.objects.bulk_create(
        (
            _fresh(assignment, availability[assignment.hit_id])
            for assignment in mains
            if assignment.pk not in refunded
        ),
        batch_size=ROWS,
    )


def _fresh(assignment: Assignment, availability: str) -> Assignment:
    suspended = availability == HIT.Availability.SUSPENDED
    return Assignment(
        state=State.SUSPENDED if suspended else State.FREE,
        hit_id=assignment.hit_id,
        batch_id=assignment.batch_id,
        position=assignment.position,
        shown_order=assignment.shown_order,
    )


def take_replacement(*, assignment: Assignment) -> bool:
    """Undo `reopen` when `assignment` is restored. Delete an assignment of the HIT that no one has
    taken or, for a check, one credit. Return False if there is nothing to delete.

    Call this in the transaction that restores `assignment`.
    """
    if is_check(assignment):
        return take_one(batch_id=assignment.batch_id)
    nobodys = Assignment.objects.filter(hit=assignment.hit_id, state__in=UNTAKEN)
    replacement = nobodys.select_for_update(skip_locked=True).order_by("state", "pk").first()
    if replacement is None:
        return False
    replacement.delete()
    return True


def release_expired(*, limit: int = 500) -> int:
    """End claimed assignments whose deadline and grace period are over, and reopen them. Return
    their number, at most `limit`. Assignments that are being submitted are skipped.

    Overdue prefetched assignments become free too, but are not counted.
    """
    before = timezone.now() - GRACE
    free_late_prefetched(before=before, limit=limit)
    with transaction.atomic():
        late = Assignment.objects.in_work().filter(deadline_at__lt=before).order_by("deadline_at")
        locked = late.select_for_update(of=("self",), skip_locked=True, no_key=True)
        expired = list(locked.select_related("hit")[:limit])
        Assignment.objects.filter(pk__in=[assignment.pk for assignment in expired]).update(
            state=State.EXPIRED, ended_at=timezone.now()
        )
        by_batch = attrgetter("batch_id")
        for _batch, assignments in groupby(sorted(expired, key=by_batch), by_batch):
            reopen_all(list(assignments))
    return len(expired)
