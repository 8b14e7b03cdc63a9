"""The beginning of a session, for people who come on their own or from a panel."""

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.models import Assignment, Enrolment
from hits.queue.claiming import claim_assignment
from hits.queue.sittings import NoSittingLeft, begin_sitting, stop_sitting
from recruiting.models import Sitting
from recruiting.sittings.ending import OWN_CHANNELS, RESTS, end_sitting


@transaction.atomic
def begin_own_sitting(*, enrolment: Enrolment) -> Assignment:
    """Begin a session or continue the open session, and return its claimed HIT.

    Raises NoSittingLeft, or NothingLeft if there is no HIT. After an error, no session has begun.
    """
    if enrolment.channel not in OWN_CHANNELS:
        raise NoSittingLeft(_("Start your session on the site where you signed up."))
    before = active_sitting(enrolment)
    if before is not None and not enrolment.sitting_is_open:  # all of its HITs are done
        end_sitting(sitting_id=before.pk)
    if begin_sitting(enrolment_id=enrolment.pk):
        Sitting.objects.create(enrolment=enrolment, channel=enrolment.channel)
        Enrolment.objects.filter(pk=enrolment.pk).update(
            end_route=reverse("sitting", args=[enrolment.batch_id])
        )
    return claim_assignment(annotator=enrolment.annotator, batch=enrolment.batch)


@transaction.atomic
def make_room(*, enrolment: Enrolment) -> None:
    """Let a person from a panel begin one more session, and end the person's earlier open session.
    Do nothing if the batch does not pay per session. Raises NoSittingLeft."""
    if enrolment.batch.sitting_hits is None:
        return
    if not begin_sitting(enrolment_id=enrolment.pk):
        stop_sitting(enrolment_id=enrolment.pk)
        begin_sitting(enrolment_id=enrolment.pk)


def is_under_way(enrolment: Enrolment) -> bool:
    """Return whether the session has HITs left and the person was active in the last day."""
    before = timezone.now() - RESTS
    if not enrolment.sitting_is_open:
        return False
    work = enrolment.assignments.filter(Q(accepted_at__gt=before) | Q(submitted_at__gt=before))
    return work.exists() or enrolment.sittings.filter(started_at__gt=before).exists()


def active_sitting(enrolment: Enrolment) -> Sitting | None:
    """Return the person's latest session that has not ended, or None."""
    active = Sitting.objects.filter(enrolment=enrolment, state=Sitting.State.ACTIVE)
    return active.order_by("-pk").first()
