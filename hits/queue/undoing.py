"""Undoing the return of a HIT if no one else has claimed its assignment."""

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from hits.access import may_work
from hits.batch_locks import availability_of, lock_batch_shared
from hits.models import HIT, Assignment, Batch, CheckCredit, Enrolment
from hits.queue.enrolments import has_room
from hits.queue.releasing import take_replacement
from hits.queue.schedule import is_check
from hits.states import State
from people.models import User


def undoable_return(*, annotator: User, batch: Batch) -> Assignment | None:
    """Return the assignment that the person returned last in the batch, if the person can undo the
    return now. Otherwise return None."""
    if Assignment.objects.in_work().filter(batch=batch, annotator=annotator).exists():
        return None
    own = Assignment.objects.filter(batch=batch, annotator=annotator, sequence__isnull=False)
    joined = own.exclude(prefetched=True).select_related("enrolment__batch")
    latest = joined.order_by("-sequence").first()
    if latest is None or latest.enrolment is None:
        return None
    if not _returned(annotator).filter(pk=latest.pk).exists():
        return None
    if batch.state == Batch.State.CLOSED or not _may_go_on(latest.enrolment):
        return None
    return latest if _is_free(latest) else None


@transaction.atomic
def undo_return(*, annotator: User, assignment_id: int) -> bool:
    """Give the returned HIT back to the person, with its original deadline. Return False if someone
    else has claimed it, if its deadline has passed, or if the batch or the HIT is closed. Also
    return False if the person has claimed another HIT or reached their limit."""
    # Lock the enrolment, assignment, batch and HIT in this order, like every function that ends an
    # assignment.
    enrolment = (
        Enrolment.objects.select_for_update(of=("self",), no_key=True)
        .filter(assignments=assignment_id, annotator=annotator)
        .select_related("batch")
        .first()
    )
    returned = _returned(annotator).filter(pk=assignment_id)
    assignment = returned.select_for_update(of=("self",), no_key=True).first()
    if enrolment is None or assignment is None:
        return False
    in_work = Assignment.objects.in_work().filter(batch=enrolment.batch_id, annotator=annotator)
    if in_work.exists() or not _may_go_on(enrolment):
        return False
    if lock_batch_shared(enrolment.batch_id).state == Batch.State.CLOSED:
        return False
    if availability_of(assignment.hit_id) != HIT.Availability.OPEN:
        return False
    if not take_replacement(assignment=assignment):
        return False
    Assignment.objects.filter(pk=assignment.pk).update(state=State.CLAIMED, ended_at=None)
    Enrolment.objects.filter(pk=enrolment.pk).update(returned=F("returned") - 1)
    return True


def _returned(annotator: User) -> QuerySet[Assignment]:
    """Return the person's returned assignments whose deadline has not passed. Returns after a
    report of a broken HIT are left out."""
    return Assignment.objects.filter(
        annotator=annotator,
        state=State.RETURNED,
        deadline_at__gt=timezone.now(),
        broken_report__isnull=True,
    )


def _may_go_on(enrolment: Enrolment) -> bool:
    if enrolment.status != Enrolment.Status.ACTIVE or not has_room(enrolment):
        return False
    return Batch.objects.filter(may_work(enrolment.annotator), pk=enrolment.batch_id).exists()


def _is_free(assignment: Assignment) -> bool:
    if assignment.hit.availability != HIT.Availability.OPEN:
        return False
    if is_check(assignment):
        return CheckCredit.objects.filter(batch=assignment.batch_id).exists()
    return Assignment.objects.filter(hit=assignment.hit_id, state=State.FREE).exists()
