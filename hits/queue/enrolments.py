"""Ending one annotator's part in a batch, and taking that back."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.models import Assignment, Enrolment
from hits.queue.prefetched import free_prefetched_of
from hits.queue.releasing import expire
from people.models import User
from tabular.errors import RateroomError


class NoReason(RateroomError):  # noqa: N818 - named for what is wanting
    """A decision about somebody's work that does not say why."""


@transaction.atomic
def stop_enrolment(*, enrolment_id: int, reason: str, by: User | None) -> bool:
    """End a person's part: they claim nothing more, and the HIT in their hands is open for others.

    They read `reason`. What they submitted stands, and what they fill in may be submitted late like
    any HIT whose time is over, while nobody else has its assignment. False where their part had
    ended before. Raises NoReason.
    """
    if not reason.strip():
        raise NoReason(
            _("The annotator reads why their part is ended."),
            remedy=_("Give a reason in a sentence."),
        )
    enrolment = Enrolment.objects.get(pk=enrolment_id)
    # The enrolment before its assignments, as a claim locks them.
    active = Enrolment.objects.filter(pk=enrolment_id, status=Enrolment.Status.ACTIVE)
    stopped = {"status": Enrolment.Status.STOPPED, "stopped_at": timezone.now(), "stopped_by": by}
    if active.update(stop_reason=reason.strip(), **stopped) != 1:
        return False
    free_claimed(enrolment=enrolment)
    return True


@transaction.atomic
def free_claimed(*, enrolment: Enrolment) -> None:
    """Take the HIT that a person works on, and the one prefetched for them, out of their hands:
    others may have them. What they fill in may be submitted late like any whose time is over."""
    # The enrolment before its assignments, as a claim locks them.
    Enrolment.objects.select_for_update(no_key=True).get(pk=enrolment.pk)
    free_prefetched_of(batch_id=enrolment.batch_id, annotator_ids=[enrolment.annotator_id])
    in_work = Assignment.objects.in_work().filter(batch=enrolment.batch_id)
    assignment = in_work.filter(annotator=enrolment.annotator_id).first()
    if assignment is not None:
        expire(assignment=assignment)


def readmit_enrolment(*, enrolment_id: int) -> bool:
    """Let a person go on whose part was ended; False where it was not."""
    stopped = Enrolment.objects.filter(pk=enrolment_id, status=Enrolment.Status.STOPPED)
    active = {
        "status": Enrolment.Status.ACTIVE,
        "stop_reason": "",
        "stopped_at": None,
        "stopped_by": None,
    }
    return stopped.update(**active) == 1
