"""Part pay at Prolific, which can only pay for a whole submission. A person who stops early returns
it there, and we send their pay under the batch's rule as a bonus."""

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
    """The part of a returned sitting to pay: its HITs, by the ids of their assignments."""

    ids: list[int]
    amount: Decimal


def part_due(submission: Submission) -> Part | None:
    """Return the unpaid part under the batch's rule, or None if there is none. `submission` is
    loaded with its sitting and its study's batch."""
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
    """Approve the completed work from escrow, include it again, and send its pay as a bonus, once.
    Raises NotDecidable if nothing is due, or while another bonus is in progress."""
    # Lock the sitting too, because checking Prolific can change whether it was returned.
    locked = Submission.objects.select_for_update(of=("self", "sitting"), no_key=True)
    submission = locked.select_related("sitting", "study__batch__project").get(pk=submission_id)
    part = part_due(submission)
    if part is None:
        raise NotDecidable(_("Nothing is due for this session now."))
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
