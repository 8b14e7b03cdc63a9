"""Handing out work: enrolment, claiming a free place, giving it back, and letting held ones expire.

A claim is one short transaction. It never counts answers and never locks a batch.
"""

import hashlib
import random
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.access import NOT_AGAIN
from hits.ledger import refund
from hits.models import Assignment, Batch, Draft, Enrolment
from people.models import User
from surveys.errors import RateroomError

POINTS = 2**31
# A submission that arrives just after its deadline still wins over expiry.
GRACE = timedelta(seconds=30)
PSEUDONYM_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


class NothingLeft(RateroomError):  # noqa: N818 - named for what happened
    """No HIT can be handed out now; `code` says why and the sentence tells the annotator."""

    def __init__(self, code: str, what: str, *, remedy: str = "") -> None:
        super().__init__(what, remedy=remedy)
        self.code = code


@dataclass(frozen=True)
class _Place:
    assignment_id: int
    point: int


def consent_hash(batch: Batch) -> str:
    return hashlib.sha256(batch.consent_text.encode()).hexdigest() if batch.consent_text else ""


def enrol(*, annotator: User, batch: Batch, consent_given: bool) -> Enrolment:
    """The person's enrolment, made at first need. Consent is recorded with the hash of the text that was shown."""
    found = Enrolment.objects.filter(batch=batch, annotator=annotator).first()
    if found is None:
        found = _new_enrolment(annotator, batch)
    if consent_given and batch.consent_text and found.consent_at is None:
        found.consent_at, found.consent_sha256 = timezone.now(), consent_hash(batch)
        found.save(update_fields=["consent_at", "consent_sha256"])
    return found


def _new_enrolment(annotator: User, batch: Batch) -> Enrolment:
    for _attempt in range(5):
        pseudonym = "R-" + "".join(secrets.choice(PSEUDONYM_LETTERS) for _letter in range(6))
        try:
            with transaction.atomic():
                return Enrolment.objects.get_or_create(
                    batch=batch, annotator=annotator, defaults={"pseudonym": pseudonym}
                )[0]
        except IntegrityError:  # the pseudonym is taken: draw another
            continue
    raise RateroomError("No free pseudonym was found.", remedy="Try again.")


@transaction.atomic
def claim_assignment(*, annotator: User, batch: Batch) -> Assignment:
    """The HIT this person works on: the one already held, or a fresh one. Raises NothingLeft with the reason."""
    # The enrolment's row is this person's own: locking it only makes their two tabs take turns.
    enrolment = Enrolment.objects.select_for_update().filter(batch=batch, annotator=annotator).first()
    if enrolment is None or (batch.consent_text and enrolment.consent_at is None):
        raise NothingLeft("consent_needed", _("Start from the batch's page: it shows what you agree to first."))
    held = Assignment.objects.filter(batch=batch, annotator=annotator, state=Assignment.State.HELD).first()
    if held is not None:
        if held.deadline_at is None or held.deadline_at > timezone.now():
            return held
        expire(assignment=held)
    _refuse_if_closed_to(enrolment, batch)
    place = _free_place(enrolment, batch)
    if place is None:
        raise _nothing_left(enrolment)
    return _hold(place, enrolment, batch)


def _refuse_if_closed_to(enrolment: Enrolment, batch: Batch) -> None:
    state = Batch.objects.values_list("state", flat=True).get(pk=batch.pk)
    if state == Batch.State.PAUSED:
        raise NothingLeft("not_live", _("The researcher has paused this batch. Your submitted work is safe."))
    if state != Batch.State.LIVE:
        raise NothingLeft("not_live", _("This batch is closed. Your submitted work is safe."))
    if enrolment.status != Enrolment.Status.ACTIVE:
        raise NothingLeft("stopped", _("The researcher has ended your part in this batch. Submitted work is safe."))
    cap = enrolment.cap if enrolment.cap is not None else batch.cap_per_rater
    if cap is None:
        return
    used = Assignment.objects.filter(batch=batch, annotator=enrolment.annotator_id, state__in=Assignment.USED)
    if used.count() >= cap:
        raise NothingLeft("cap_reached", _("You have done all the HITs one person may do in this batch. Thank you!"))


# Both halves of the circle read the partial index `assignment_free`; the anti-join skips HITs this person has had.
_FIRST_FREE = """
    select a.id from hits_assignment a
     where a.batch_id = %(batch)s and a.state = 'free' and {half}
       and not exists (select from hits_assignment mine
                        where mine.hit_id = a.hit_id and mine.annotator_id = %(rater)s and mine.state = any(%(had)s))
     order by a.position, a.id limit 1 for update of a skip locked
"""


def _free_place(enrolment: Enrolment, batch: Batch) -> _Place | None:
    """The first free place at or after a point drawn from the person's own generator, wrapping once."""
    point = random.Random(f"{enrolment.order_seed}:{enrolment.claims}").randrange(POINTS)
    values: dict[str, Any] = {
        "batch": batch.pk,
        "rater": enrolment.annotator_id,
        "had": list(NOT_AGAIN),
        "point": point,
    }
    with connection.cursor() as cursor:
        for half in ("a.position >= %(point)s", "a.position < %(point)s"):
            cursor.execute(_FIRST_FREE.format(half=half), values)
            if row := cursor.fetchone():
                return _Place(row[0], point)
    return None


def _hold(place: _Place, enrolment: Enrolment, batch: Batch) -> Assignment:
    now = timezone.now()
    enrolment.claims += 1
    enrolment.save(update_fields=["claims"])
    held = Assignment.objects.filter(pk=place.assignment_id, state=Assignment.State.FREE).update(
        state=Assignment.State.HELD,
        annotator=enrolment.annotator_id,
        enrolment=enrolment,
        sequence=enrolment.claims,
        drawn_point=place.point,
        rubric_sha256=batch.rubric_version.sha256,
        accepted_at=now,
        deadline_at=now + timedelta(seconds=batch.allotted_seconds),
    )
    if held != 1:  # the row was locked by us, so this cannot be; never hand out a place twice all the same
        raise RateroomError("The place was taken in the same moment.", remedy="Try again.")
    return Assignment.objects.get(pk=place.assignment_id)


def _nothing_left(enrolment: Enrolment) -> NothingLeft:
    batch = enrolment.batch_id
    if Assignment.objects.filter(batch=batch, state=Assignment.State.FREE).exists():
        return NothingLeft(
            "all_done_by_you",
            _("The HITs that are left are ones you have already had; they need other people. Thank you!"),
        )
    if Assignment.objects.filter(batch=batch, state=Assignment.State.HELD).exists():
        return NothingLeft(
            "none_left",
            _("Every HIT is taken at the moment."),
            remedy=_("Some may come back: people return HITs or run out of time. Look in again later."),
        )
    return NothingLeft("none_left", _("Every HIT of this batch is done. Thank you!"))


@transaction.atomic
def return_assignment(*, annotator: User, assignment_id: int) -> bool:
    """Give a held HIT back. The place reopens exactly once; False when it was no longer held."""
    held = Assignment.objects.filter(pk=assignment_id, annotator=annotator)
    return _end(held.first(), Assignment.State.RETURNED)


def expire(*, assignment: Assignment) -> bool:
    """End a held assignment whose deadline has passed; the place reopens."""
    with transaction.atomic():
        return _end(assignment, Assignment.State.EXPIRED)


def _end(assignment: Assignment | None, state: str) -> bool:
    if assignment is None:
        return False
    ended = Assignment.objects.filter(pk=assignment.pk, state=Assignment.State.HELD)
    if ended.update(state=state, ended_at=timezone.now()) != 1:
        return False
    Draft.objects.filter(assignment=assignment.pk).delete()
    reopen(assignment=assignment)
    return True


def refund_key(assignment: Assignment) -> str:
    """Names the refund of a place that ended when its batch was closed."""
    return f"refund:assignment:{assignment.pk}"


def reopen(*, assignment: Assignment) -> None:
    """Put a fresh free place where `assignment` ended, or refund it where the batch is closed.

    Only for the transaction whose conditional UPDATE ended the row: that is what makes it happen once.
    """
    # Shared: endings run side by side, and none slips past a closing batch.
    batch = Batch.objects.raw("select * from hits_batch where id = %s for share", [assignment.batch_id])[0]
    if batch.state == Batch.State.CLOSED:
        refund(batch=batch, places=1, key=refund_key(assignment))
        return
    Assignment.objects.create(
        hit_id=assignment.hit_id,
        batch_id=assignment.batch_id,
        position=assignment.position,
        shown_order=assignment.shown_order,
    )


def release_expired(*, limit: int = 500) -> int:
    """End held assignments whose deadline is past the grace; returns how many. Rows being submitted are skipped."""
    with transaction.atomic():
        late = Assignment.objects.select_for_update(skip_locked=True, no_key=True).filter(
            state=Assignment.State.HELD, deadline_at__lt=timezone.now() - GRACE
        )
        return sum(expire(assignment=one) for one in late.order_by("deadline_at")[:limit])
