"""Sittings, which assign a fixed number of HITs together. In a batch with sittings, HITs can be
claimed only in a sitting.

Starting a sitting raises `Enrolment.cap` by its number of HITs, so a claim needs no additional
check.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Batch, Enrolment
from hits.queue.enrolments import free_claimed


class NoSittingLeft(RateroomError):
    """Raised if the person cannot start a sitting now."""


@transaction.atomic
def begin_sitting(*, enrolment_id: int) -> bool:
    """Start one more sitting for the person. Return False if a sitting is already open. Raises
    NoSittingLeft if the person cannot start one.

    If the person may submit only a limited number of HITs in total, the last sitting can be
    shorter.
    """
    enrolment = _locked(enrolment_id)
    batch = enrolment.batch
    if batch.sitting_hits is None:
        raise NoSittingLeft(_("No HITs are available to you right now."))
    if enrolment.sitting_is_open:
        return False
    if batch.state != Batch.State.LIVE:
        raise NoSittingLeft(_("No HITs are available to you right now."))
    if enrolment.status == Enrolment.Status.PAUSED:
        raise NoSittingLeft(_("The researcher has paused your participation in this batch."))
    if enrolment.status != Enrolment.Status.ACTIVE:
        raise NoSittingLeft(_("Your participation in this batch has ended."))
    if not enrolment.sittings_begun:
        enrolment.cap_in_all = enrolment.cap
    cap = enrolment.submitted + batch.sitting_hits
    if enrolment.cap_in_all is not None:
        cap = min(cap, enrolment.cap_in_all)
    if enrolment.sittings_begun >= batch.most_sittings or cap <= enrolment.submitted:
        raise NoSittingLeft(_("You have done the maximum number of HITs in this batch. Thank you!"))
    enrolment.cap, enrolment.sitting_from = cap, enrolment.submitted
    enrolment.sittings_begun += 1
    enrolment.save(update_fields=["cap", "cap_in_all", "sitting_from", "sittings_begun"])
    return True


@transaction.atomic
def stop_sitting(*, enrolment_id: int) -> int:
    """End the open sitting early. The person can claim no more HITs in this sitting, and the
    claimed HIT becomes free. Return the number of HITs submitted in the latest sitting."""
    enrolment = _locked(enrolment_id)
    if enrolment.sitting_is_open:
        enrolment.cap = enrolment.submitted
        enrolment.save(update_fields=["cap"])
        free_claimed(enrolment=enrolment)
    return enrolment.submitted - enrolment.sitting_from


def _locked(enrolment_id: int) -> Enrolment:
    locked = Enrolment.objects.select_for_update(of=("self",), no_key=True)
    return locked.select_related("batch").get(pk=enrolment_id)
