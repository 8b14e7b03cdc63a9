"""Enrolling people, and claiming and prefetching assignments.

A claim is one short transaction. It never counts responses and never locks a batch.
"""

import hashlib
import secrets
from dataclasses import replace

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from core.errors import RateroomError
from hits.access import may_work
from hits.models import HIT, Assignment, Batch, Enrolment
from hits.queue.picking import (
    ITEM_BEFORE,
    Worker,
    begin_next,
    begin_next_of_now,
    claim_next,
    hold_others_next,
    lock_worker,
    lock_worker_at,
)
from hits.queue.releasing import expire
from hits.queue.suspensions import hold_on
from people.models import User

PSEUDONYM_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


class NothingLeft(RateroomError):
    """Raised if no HIT can be assigned now. `code` is the reason, and the message is for the
    annotator."""

    def __init__(self, code: str, what: str, *, remedy: str = "") -> None:
        super().__init__(what, remedy=remedy)
        self.code = code

    @property
    def is_the_end(self) -> bool:
        """Return whether the person has finished, so that the completion code is due. If not, the
        person only has to wait or do something first."""
        return self.code in {
            "closed",
            "cap_reached",
            "sitting_done",
            "all_done_by_you",
            "none_left",
        }


class PageFirst(NothingLeft):
    """Raised if the person must complete another page of this site before the next HIT. `route` is
    the page's address."""

    def __init__(self, route: str) -> None:
        super().__init__("page_first", "Another page comes before the next HIT.")
        self.route = route


def consent_hash(batch: Batch) -> str:
    return hashlib.sha256(batch.consent_text.encode()).hexdigest() if batch.consent_text else ""


def enrol(
    *, annotator: User, batch: Batch, consent_given: bool, instructions_read: bool = False
) -> Enrolment:
    """Return the person's enrolment in the batch, and create it if necessary.

    Consent is recorded with the hash of the text that was shown. `instructions_read` is true if the
    person pressed the button below the instructions. Only the first time is recorded.

    Raises NothingLeft if the batch is not open to the person and the person has not joined it
    before.
    """
    enrolment = Enrolment.objects.filter(batch=batch, annotator=annotator).first()
    if enrolment is None:
        if not Batch.objects.filter(may_work(annotator), pk=batch.pk).exists():
            raise _not_admitted()
        enrolment = _new_enrolment(annotator, batch)
    if instructions_read and enrolment.instructions_at is None:
        enrolment.instructions_at = timezone.now()
        enrolment.save(update_fields=["instructions_at"])
    if consent_given and batch.consent_text and enrolment.consent_at is None:
        enrolment.consent_at, enrolment.consent_sha256 = timezone.now(), consent_hash(batch)
        enrolment.save(update_fields=["consent_at", "consent_sha256"])
    return enrolment


def _new_enrolment(annotator: User, batch: Batch) -> Enrolment:
    for _attempt in range(5):
        pseudonym = "R-" + "".join(secrets.choice(PSEUDONYM_LETTERS) for _letter in range(6))
        try:
            with transaction.atomic():
                return Enrolment.objects.get_or_create(
                    batch=batch, annotator=annotator, defaults={"pseudonym": pseudonym}
                )[0]
        except IntegrityError:  # the pseudonym is taken; draw another one
            continue
    raise RateroomError("No free pseudonym was found.", remedy=_("Try again."))


@transaction.atomic
def claim_assignment(*, annotator: User, batch: Batch) -> Assignment:
    """Return the assignment that the person is working on, or claim a new one for the person.
    Raises NothingLeft with the reason if there is none."""
    worker = lock_worker(annotator_id=annotator.pk, batch_id=batch.pk)
    if worker is None or not worker.consented:
        raise NothingLeft(
            "consent_needed", _("Please read and accept the consent text before you start.")
        )
    assignment = Assignment.objects.in_work().filter(batch=batch, annotator=annotator).first()
    if assignment is not None:
        if assignment.deadline_at is None or assignment.deadline_at > timezone.now():
            return assignment
        expire(assignment=assignment)
    return hand_out(worker, last_item=ITEM_BEFORE)


def hand_out(worker: Worker, *, last_item: int) -> Assignment:
    """Claim a new HIT for a person without a claimed HIT, and return the assignment. Raises
    NothingLeft if no HIT can be assigned. Call this only while the person's enrolment is locked
    (see `lock_worker`)."""
    refuse_if_closed_to(worker)
    assignment = begin_next(worker)
    assignment = assignment or claim_next(worker, last_item=last_item)
    assignment = assignment or begin_next_of_now(worker)
    assignment = assignment or hold_others_next(worker, last_item=last_item)
    if assignment is None:
        raise _nothing_left(worker)
    return assignment


@transaction.atomic
def prefetch_assignment(*, annotator: User, assignment_id: int) -> Assignment | None:
    """Prefetch the HIT that the person gets after the claimed HIT, and return its assignment. A
    repeated call returns the same assignment.

    Return None if the person has not claimed `assignment_id`, if there is no further HIT, or if a
    break or the completion code comes first.
    """
    locked = lock_worker_at(annotator_id=annotator.pk, assignment_id=assignment_id)
    if locked is None:
        return None
    worker, item_id = locked
    prefetched = Assignment.objects.prefetched().filter(enrolment=worker.enrolment_id).first()
    if prefetched is not None:
        return prefetched
    afterwards = replace(worker, submitted=worker.submitted + 1)
    try:
        refuse_if_closed_to(afterwards)
    except NothingLeft:
        return None
    # A break or the completion code comes before the next HIT.
    code_next = afterwards.code_is_due or afterwards.submitted == afterwards.code_after
    if afterwards.break_is_due or code_next:
        return None
    return claim_next(worker, last_item=item_id, prefetched=True)


def refuse_if_closed_to(worker: Worker) -> None:
    """Raise NothingLeft if this person cannot be assigned a HIT, even if the batch has HITs left.
    An example is a paused batch."""
    if worker.batch_state == Batch.State.PAUSED:
        raise NothingLeft(
            "paused",
            _("The researcher has paused this batch."),
            remedy=f"{_('Your submitted HITs are saved and your pay is not affected.')} "
            f"{_('Check back later.')}",
        )
    if worker.batch_state != Batch.State.LIVE:
        raise NothingLeft(
            "closed",
            _("This batch is closed."),
            remedy=_("Your submitted HITs are saved and your pay is not affected."),
        )
    if worker.status != Enrolment.Status.ACTIVE or not worker.may_work:
        raise _not_open_to(worker)
    if worker.next_route:
        raise PageFirst(worker.next_route)
    if worker.sittings_left is not None and not worker.sittings_begun:
        raise NothingLeft("sitting_needed", _("Start a session first."))
    if worker.cap is not None and worker.submitted >= worker.cap:
        if worker.sittings_left:
            raise NothingLeft(
                "sitting_done", _("You have completed all HITs of this session. Thank you!")
            )
        raise NothingLeft(
            "cap_reached",
            _("You have done the maximum number of HITs in this batch. Thank you!"),
        )


def _not_open_to(worker: Worker) -> NothingLeft:
    enrolment = Enrolment.objects.select_related("batch", "annotator").get(pk=worker.enrolment_id)
    hold = hold_on(enrolment.batch, enrolment.annotator, enrolment)
    if hold is None:
        return _not_admitted()
    return NothingLeft(
        "stopped",
        hold.with_reason,
        remedy=_("Your submitted HITs are saved and your pay is not affected."),
    )


def _not_admitted() -> NothingLeft:
    return NothingLeft(
        "not_admitted",
        _("This batch is not open to you."),
        remedy=_("Your submitted HITs are saved and your pay is not affected."),
    )


_RATED = _lazy(
    "The remaining HITs show items that you have rated or that someone else is rating. Thank you!"
)
# The remaining HITs are not for this person; the reason depends on the batch's order of work.
_NOT_FOR_YOU = {
    Batch.OrderOfWork.RANDOM: _lazy("You have already worked on all remaining HITs. Thank you!"),
    Batch.OrderOfWork.ONE_PER_ITEM: _RATED,
    Batch.OrderOfWork.ITEM_TOGETHER: _RATED,
}


def _nothing_left(worker: Worker) -> NothingLeft:
    # Ignore checks: a check that was given to one person is never offered to anyone else.
    assignments = Assignment.objects.filter(batch=worker.batch_id, hit__purpose=HIT.Purpose.MAIN)
    if assignments.unbegun().exists():
        return NothingLeft(
            "all_done_by_you", str(_NOT_FOR_YOU[Batch.OrderOfWork(worker.order_of_work)])
        )
    if assignments.in_work().exists():
        return NothingLeft(
            "none_left",
            _("All HITs are taken at the moment."),
            remedy=_("Check back later."),
        )
    return NothingLeft("none_left", _("All HITs of this batch are done. Thank you!"))
