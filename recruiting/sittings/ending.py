"""The end of a session: after its HITs are done, or early with part pay."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batches.open_list import open_batch
from hits.models import Batch, Enrolment
from hits.queue.sittings import stop_sitting
from hits.review.decisions import reject_assignments
from hits.states import State
from recruiting.around.outcomes import early_outcome
from recruiting.models import Outcome, Sitting
from recruiting.sittings.work import work_of

RESTS = timedelta(days=1)  # a session ends if no HIT is taken or submitted for this long
LETTERS = "0123456789ABCDEF"
# Channels of people who come without a panel. Other people begin a session at their panel.
OWN_CHANNELS = ("account", "link")


class SittingGoesOn(RateroomError):
    """Raised if the session has HITs left."""


@transaction.atomic
def end_sitting(*, sitting_id: int, stop: bool = False) -> Sitting:
    """End a session, and return it with its completion code. A session that has already ended is
    returned unchanged.

    With `stop`, the session ends although HITs are left, and is paid by the batch's rule. Below the
    rule's minimum number of HITs, the work is neither paid nor used, and its HITs reopen for
    others. Raises SittingGoesOn if HITs are left and `stop` is false.
    """
    sitting = _locked(sitting_id)
    if sitting.state != Sitting.State.ACTIVE:
        return sitting
    enrolment = sitting.enrolment
    outcome = due_outcome(enrolment)
    if outcome is None and not stop:
        raise SittingGoesOn(_("You still have HITs to do."), remedy=_("Take the next HIT."))
    sitting.outcome = outcome or Outcome.PART
    is_paid = stop_early(sitting=sitting) if outcome is None else outcome == Outcome.DONE
    if is_paid:
        sitting.code_given = new_code(enrolment.batch, whole=outcome is not None)
    stopped = enrolment.status == Enrolment.Status.STOPPED
    sitting.state = Sitting.State.ENDED if stopped else Sitting.State.COMPLETED
    sitting.ended_at = timezone.now()
    sitting.save(update_fields=["outcome", "code_given", "state", "ended_at"])
    return sitting


@transaction.atomic
def stop_early(*, sitting: Sitting) -> bool:
    """Stop new claims in the session. Return whether the session's work is paid under the batch's
    rule. Work that is not paid is rejected."""
    done = stop_sitting(enrolment_id=sitting.enrolment_id)
    if done < sitting.enrolment.batch.sitting_paid_from:
        _leave_unpaid(sitting, done)
        return False
    return True


def due_outcome(enrolment: Enrolment) -> str | None:
    """Return the outcome that the session has if it ends now, or None if it has HITs left. If no
    more HITs are available to the person, the session can end with fewer HITs."""
    has_worked = enrolment.submitted > enrolment.sitting_from
    if early := early_outcome(enrolment, has_worked=has_worked):
        return early
    if enrolment.status == Enrolment.Status.STOPPED:
        return Outcome.FAILED_CHECK
    listing = open_batch(enrolment.annotator, enrolment.batch)
    if enrolment.batch.state == Batch.State.PAUSED and enrolment.sitting_is_open:
        return None
    if listing.hits_left:
        return None
    return Outcome.DONE if has_worked else Outcome.SCREENED_OUT


def new_code(batch: Batch, *, whole: bool) -> str:
    """Return the completion code for a session, or "" if the session has no code. Only a complete
    session gets the code that all people of a batch share."""
    if batch.completion == Batch.Completion.DRAWN:
        return get_random_string(12, LETTERS)
    return batch.completion_code if whole else ""


def end_resting() -> int:
    """End the sessions that had no activity for a day, except in paused batches. Return the number
    of ended sessions. Sessions of people from panels are not ended, because panels have their own
    time limits."""
    before = timezone.now() - RESTS
    active = Sitting.objects.filter(
        state=Sitting.State.ACTIVE, channel__in=OWN_CHANNELS, started_at__lt=before
    )
    touched = Greatest(
        "enrolment__assignments__accepted_at",
        "enrolment__assignments__submitted_at",
        "enrolment__assignments__ended_at",
    )
    resting = active.alias(touched=Max(touched)).exclude(touched__gte=before)
    resting = resting.exclude(enrolment__batch__state=Batch.State.PAUSED)
    return sum(
        end_sitting(sitting_id=pk, stop=True).state != Sitting.State.ACTIVE
        for pk in resting.values_list("pk", flat=True)
    )


def _leave_unpaid(sitting: Sitting, done: int) -> None:
    """Reject the session's submitted responses under the batch's rule. Their HITs become available
    again, and the money is used for the next annotators."""
    batch = sitting.enrolment.batch
    waiting = work_of(sitting).filter(state=State.SUBMITTED)
    reject_assignments(
        batch=batch,
        ids=list(waiting.values_list("pk", flat=True)),
        reason=_(
            "You stopped this session after %(done)d of %(hits)d HITs. As you were told before "
            "the start, sessions with fewer than %(least)d HITs are not paid, and their answers "
            "are not used."
        )
        % {"done": done, "hits": batch.sitting_hits, "least": batch.sitting_paid_from},
        by=None,
    )


def _locked(sitting_id: int) -> Sitting:
    """Lock the enrolment and then the session, and return the session. Code that claims HITs also
    locks the enrolment first."""
    enrolments = Enrolment.objects.filter(sittings=sitting_id)
    enrolments.select_for_update(of=("self",), no_key=True).get()
    joined = Sitting.objects.select_related("enrolment__annotator", "enrolment__batch__project")
    return joined.select_for_update(of=("self",), no_key=True).get(pk=sitting_id)
