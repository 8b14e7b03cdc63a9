"""Exits to a panel: the code or redirect for a person who has finished or cannot continue."""

from urllib.parse import quote

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.batches.open_list import open_batch
from hits.models import Batch, Enrolment
from hits.queue.completion import give_code_at_end
from people.models import User
from recruiting.around.outcomes import CannotLeave, ClosingFirst, early_outcome, outcome_by_status
from recruiting.models import Outcome, Panel, Sitting
from recruiting.sittings.ending import new_code, stop_early
from recruiting.sittings.work import work_of


def latest_sitting(*, panel: Panel, user: User) -> Sitting | None:
    """Return the person's latest sitting that started through the panel, or None. A restricted
    session can only get the sitting that it was opened for."""
    sittings = Sitting.objects.select_related("enrolment__annotator", "enrolment__batch")
    theirs = sittings.filter(channel=panel.channel, enrolment__annotator=user)
    if user.bound is not None:
        theirs = theirs.filter(pk=user.bound.sitting)
    return theirs.order_by("-pk").first()


@transaction.atomic
def leave(
    *, panel: Panel, sitting_id: int, user: User, decline: bool = False, stop: bool = False
) -> Sitting:
    """End the sitting, store its outcome and completion code, and return the sitting. A sitting
    that has already ended is returned unchanged. With `stop`, the sitting ends although HITs are
    left, if `user` can stop. Raises CannotLeave."""
    locked = Sitting.objects.select_related("enrolment__annotator", "enrolment__batch")
    sitting = locked.select_for_update(of=("self",), no_key=True).get(pk=sitting_id)
    if sitting.state != Sitting.State.ACTIVE:
        return sitting
    is_paid = True
    if stop and may_stop(sitting, user):
        is_paid, sitting.outcome = stop_early(sitting=sitting), Outcome.PART
    else:
        sitting.outcome = _outcome(sitting, decline=decline)
    if sitting.outcome == Outcome.DONE and (page := sitting.enrolment.closing_page):
        raise ClosingFirst(page)
    sitting.code_given = _code(panel, sitting) if is_paid else ""
    sitting.state, sitting.ended_at = Sitting.State.COMPLETED, timezone.now()
    sitting.save(update_fields=["outcome", "code_given", "state", "ended_at"])
    return sitting


def may_stop(sitting: Sitting, user: User) -> bool:
    """Return whether the person can end the sitting before all its HITs are done. The batch must
    pay per session. A session without proof of identity cannot end a sitting of another browser."""
    return (
        (user.bound is None or user.bound.is_own)
        and sitting.state == Sitting.State.ACTIVE
        and sitting.enrolment.batch.sitting_hits is not None
        and sitting.enrolment.status == Enrolment.Status.ACTIVE
        and sitting.enrolment.sitting_is_open
    )


def way_back(panel: Panel, sitting: Sitting) -> str:
    """Return the URL that reports the outcome to the panel, or "" if this exit has no URL."""
    address = str(panel.exits.get(sitting.outcome, {}).get("address", ""))
    values = {**sitting.outside_ids, "code": sitting.code_given}
    for name, value in values.items():
        address = address.replace(f"{{{name}}}", quote(str(value), safe=""))
    return address


def _outcome(sitting: Sitting, *, decline: bool) -> str:
    enrolment, has_worked = sitting.enrolment, work_of(sitting).exists()
    if early := early_outcome(enrolment, has_worked=has_worked):
        return early
    if ended := outcome_by_status(enrolment):
        return ended
    if decline and not has_worked:
        return Outcome.NO_CONSENT
    listing = open_batch(enrolment.annotator, enrolment.batch)
    if enrolment.batch.state == Batch.State.PAUSED and not listing.capped:
        raise CannotLeave(_("The researcher has paused this batch."), remedy=_("Check back later."))
    if listing.hits_left:
        raise CannotLeave(_("You still have HITs to do."), remedy=_("Take the next HIT."))
    # Count only the work of this visit, because earlier visits already got their code.
    return Outcome.DONE if has_worked else Outcome.SCREENED_OUT


def _code(panel: Panel, sitting: Sitting) -> str:
    """Return the panel's code for the sitting's outcome. If the panel has no code for people who
    have finished, return the batch's completion code, if it gives codes."""
    code = str(panel.exits.get(sitting.outcome, {}).get("code", ""))
    enrolment = sitting.enrolment
    if (
        code
        or sitting.outcome != Outcome.DONE
        or enrolment.batch.completion == Batch.Completion.NONE
    ):
        return code
    if enrolment.batch.sitting_hits is not None:
        return new_code(enrolment.batch, whole=True)
    give_code_at_end(annotator_id=enrolment.annotator_id, batch_id=enrolment.batch_id)
    return Enrolment.objects.values_list("completion_code", flat=True).get(pk=enrolment.pk)
