"""Work by the sitting: a number of HITs at a time, and no claim without one.

A sitting raises `Enrolment.cap` by its HITs, so a claim asks nothing that it did not ask before.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Batch, Enrolment
from hits.queue.enrolments import free_claimed


class NoSittingLeft(RateroomError):
    """The person may begin no sitting now."""


@transaction.atomic
def begin_sitting(*, enrolment_id: int) -> bool:
    """Start one more sitting for the person; return False if one is open. Raises NoSittingLeft.

    If they were admitted with a limit on HITs, it shortens the last sitting.
    """
    enrolment = _locked(enrolment_id)
    batch = enrolment.batch
    if batch.sitting_hits is None:
        raise NoSittingLeft(_("No work is handed out here now."))
    if enrolment.sitting_is_open:
        return False
    if batch.state != Batch.State.LIVE:
        raise NoSittingLeft(_("No work is handed out here now."))
    if enrolment.status != Enrolment.Status.ACTIVE:
        raise NoSittingLeft(_("The researcher has ended your part in this batch."))
    if not enrolment.sittings_begun:
        enrolment.cap_in_all = enrolment.cap
    cap = enrolment.submitted + batch.sitting_hits
    if enrolment.cap_in_all is not None:
        cap = min(cap, enrolment.cap_in_all)
    if enrolment.sittings_begun >= batch.most_sittings or cap <= enrolment.submitted:
        raise NoSittingLeft(
            _("You have done all the HITs one person may do in this batch. Thank you!")
        )
    enrolment.cap, enrolment.sitting_from = cap, enrolment.submitted
    enrolment.sittings_begun += 1
    enrolment.save(update_fields=["cap", "cap_in_all", "sitting_from", "sittings_begun"])
    return True


@transaction.atomic
def stop_sitting(*, enrolment_id: int) -> int:
    """End the open sitting before its HITs are done: nothing more is claimed, and the HIT in the
    person's hands is open for others. Returns how many HITs were submitted in it."""
    enrolment = _locked(enrolment_id)
    if enrolment.sitting_is_open:
        enrolment.cap = enrolment.submitted
        enrolment.save(update_fields=["cap"])
        free_claimed(enrolment=enrolment)
    return enrolment.submitted - enrolment.sitting_from


def _locked(enrolment_id: int) -> Enrolment:
    locked = Enrolment.objects.select_for_update(of=("self",), no_key=True)
    return locked.select_related("batch").get(pk=enrolment_id)
