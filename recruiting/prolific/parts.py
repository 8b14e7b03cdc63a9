"""Part pay at Prolific, which pays a submission whole or not at all: a person who stops early
returns it there, and their pay under the batch's rule is sent as a bonus."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from hits.models import Exclusion
from hits.review.decisions import approve_assignments
from hits.review.exclusions import take_back_exclusions
from hits.states import UNREJECTED
from people.models import User
from recruiting.models import Sitting
from recruiting.prolific.deciding import NotDecidable, part_is_paid, write_call
from recruiting.prolific.models import OutgoingCall, Submission
from recruiting.sittings.work import work_of


@dataclass(frozen=True)
class Part:
    """What is to be paid of a sitting that was returned: its HITs by their assignments' ids."""

    ids: list[int]
    amount: Decimal


def part_due(submission: Submission) -> Part | None:
    """Return what the stated rule pays of the submission and was not sent before; None if it is
    nothing. `submission` with its sitting and its study's batch."""
    batch, sitting = submission.study.batch, submission.sitting
    if batch.sitting_hits is None or sitting.state not in Sitting.GIVEN_UP:
        return None
    done = work_of(sitting).filter(state__in=UNREJECTED).order_by("pk")
    ids = list(done.values_list("pk", flat=True))
    if len(ids) < batch.sitting_paid_from or part_is_paid(submission):
        return None
    return Part(ids, len(ids) * batch.reward)


@transaction.atomic
def pay_part(*, submission_id: int, by: User | None) -> Part:
    """Approve what was done, out of escrow, have it count again, and send its pay as a bonus, once.
    Raises NotDecidable if nothing is due, or while another bonus is under way."""
    # The sitting too: whether it is given up is what a look at Prolific changes.
    locked = Submission.objects.select_for_update(of=("self", "sitting"), no_key=True)
    submission = locked.select_related("sitting", "study__batch__project").get(pk=submission_id)
    part = part_due(submission)
    if part is None:
        raise NotDecidable(_("No part of this session is to be paid now."))
    if submission.calls.filter(
        kind=OutgoingCall.Kind.BONUS, state__in=OutgoingCall.UNDER_WAY
    ).exists():
        raise NotDecidable(
            _("A bonus for this person is still in progress."),
            remedy=_("Wait until it is done, or record its outcome."),
        )
    batch = submission.study.batch
    take_back_exclusions(batch=batch, ids=part.ids, rule=Exclusion.RETURNED, by=by)
    approve_assignments(batch=batch, ids=part.ids, by=by)
    values = {"amount": str(part.amount), "assignments": part.ids}
    write_call(submission, OutgoingCall.Kind.BONUS, _key(submission), values, by)
    return part


def _key(submission: Submission) -> str:
    return f"{OutgoingCall.PART}{submission.session}"
