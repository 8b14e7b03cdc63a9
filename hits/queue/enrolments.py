"""Pausing, ending or resuming one annotator's participation in a batch."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Assignment, Draft, Enrolment
from hits.queue.prefetched import free_prefetched_of
from hits.queue.releasing import expire
from people.acts import record
from people.models import Act, User


class NoReason(RateroomError):
    """Raised if a person's participation is paused or ended without a reason."""


@transaction.atomic
def stop_enrolment(*, enrolment_id: int, reason: str, by: User | None) -> bool:
    """End a person's participation. The person can no longer claim HITs, and their claimed HIT
    becomes available to others.

    The person sees `reason`. Submitted responses are kept. Like any overdue HIT, the claimed HIT
    can be submitted late until someone else takes its assignment. Return False if the participation
    had already ended. Raises NoReason if `reason` is blank.
    """
    return _hold(enrolment_id, Enrolment.Status.STOPPED, check_reason(reason), by)


@transaction.atomic
def pause_enrolment(*, enrolment_id: int, reason: str, by: User | None) -> bool:
    """Pause a person's participation, with the same effects as `stop_enrolment`. Return False if
    the participation is not active. Raises NoReason if `reason` is blank."""
    return _hold(enrolment_id, Enrolment.Status.PAUSED, check_reason(reason), by)


# Field values of a participation that is not stopped.
GOING_ON = {
    "status": Enrolment.Status.ACTIVE,
    "stop_reason": "",
    "stopped_at": None,
    "stopped_by": None,
}
# The states that a participation can have before it is paused or ended. A paused one can be ended.
_BEFORE = {
    Enrolment.Status.PAUSED: [Enrolment.Status.ACTIVE],
    Enrolment.Status.STOPPED: [Enrolment.Status.ACTIVE, Enrolment.Status.PAUSED],
}
_VERBS = {
    Enrolment.Status.PAUSED: Act.Verb.PART_PAUSED,
    Enrolment.Status.STOPPED: Act.Verb.PART_ENDED,
}


def check_reason(reason: str) -> str:
    """Return the reason without surrounding spaces. Raises NoReason if it is blank."""
    if not reason.strip():
        raise NoReason(_("Give a reason. The annotator will see it."))
    return reason.strip()


def _hold(enrolment_id: int, status: Enrolment.Status, reason: str, by: User | None) -> bool:
    enrolment = Enrolment.objects.select_related("batch").get(pk=enrolment_id)
    if not hold_part(enrolment=enrolment, status=status, reason=reason, by=by, at=timezone.now()):
        return False
    record_part(enrolment, _VERBS[status], by, {"reason": reason})
    return True


@transaction.atomic
def hold_part(
    *, enrolment: Enrolment, status: Enrolment.Status, reason: str, by: User | None, at: datetime
) -> bool:
    """Pause or end a participation as of `at`, and release the person's claimed HIT. Return False
    if nothing changes. No act is recorded here, because one decision can affect several
    participations."""
    # Lock the enrolment before its assignments, in the same order as a claim.
    standing = Enrolment.objects.filter(pk=enrolment.pk, status__in=_BEFORE[status])
    decided = {"status": status, "stop_reason": reason, "stopped_at": at, "stopped_by": by}
    if standing.update(**decided) != 1:
        return False
    free_claimed(enrolment=enrolment)
    return True


@transaction.atomic
def free_claimed(*, enrolment: Enrolment) -> None:
    """Make the person's claimed HIT and prefetched HIT available to other people. The person can
    still submit the claimed HIT late until someone else takes it."""
    # Lock the enrolment before its assignments, in the same order as a claim.
    Enrolment.objects.select_for_update(no_key=True).get(pk=enrolment.pk)
    free_prefetched_of(batch_id=enrolment.batch_id, annotator_ids=[enrolment.annotator_id])
    if (assignment := _in_hand(enrolment).first()) is not None:
        expire(assignment=assignment)


@transaction.atomic
def readmit_enrolment(*, enrolment_id: int, by: User | None = None) -> bool:
    """Resume a person's participation that was paused or ended, and record the act. Return False if
    it is active."""
    parts = Enrolment.objects.filter(pk=enrolment_id).exclude(status=Enrolment.Status.ACTIVE)
    if parts.update(**GOING_ON) != 1:
        return False
    enrolment = Enrolment.objects.select_related("batch").get(pk=enrolment_id)
    record_part(enrolment, Act.Verb.PART_RESUMED, by, {})
    return True


def has_room(enrolment: Enrolment) -> bool:
    """Return whether the person can submit one more HIT within their limit. In a batch with
    sittings, this is the limit of the sittings started so far."""
    hits_left = _hits_left(enrolment)
    return hits_left is None or hits_left > 0


def has_room_for_late(enrolment: Enrolment) -> bool:
    """Return whether the person can submit an overdue HIT within their limit. If only one
    submission is left, the claimed HIT must be released for it, which is allowed only if it has no
    draft."""
    hits_left = _hits_left(enrolment)
    if hits_left is None or hits_left > 1:
        return True
    begun = _in_hand(enrolment).filter(pk__in=Draft.objects.values("assignment"))
    return hits_left == 1 and not begun.exists()


def make_way_for_late(enrolment: Enrolment) -> None:
    """Release the person's claimed HIT if only one submission is left, so that the late HIT can use
    it. Call this only while the enrolment is locked."""
    if _hits_left(enrolment) == 1 and (assignment := _in_hand(enrolment).first()) is not None:
        expire(assignment=assignment)


def _hits_left(enrolment: Enrolment) -> int | None:
    cap = enrolment.batch.cap_per_annotator if enrolment.cap is None else enrolment.cap
    return None if cap is None else cap - enrolment.submitted


def _in_hand(enrolment: Enrolment) -> QuerySet[Assignment]:
    in_work = Assignment.objects.in_work().filter(batch=enrolment.batch_id)
    return in_work.filter(annotator=enrolment.annotator_id)


def record_part(enrolment: Enrolment, verb: str, by: User | None, after: dict[str, str]) -> None:
    """Record the change of a person's participation as an act on the batch. The annotator is named
    by pseudonym."""
    record(by, verb, enrolment.batch, after={"annotator": enrolment.pseudonym, **after})
