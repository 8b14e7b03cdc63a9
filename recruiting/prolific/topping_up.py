"""Part pay and top-ups to the minimum hourly pay, each sent once as a Prolific bonus. Prolific can
only pay for a whole submission. Therefore, a person who stops early returns the submission, and the
site sends the part pay that the batch's rule sets."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from hits.models import Assignment, Batch, Exclusion
from hits.money.bonuses import pay_one_of_many
from hits.money.topping_up import TopUps, list_to_pay, note_top_ups, why
from hits.review.decisions import approve_assignments
from hits.review.exclusions import take_back_exclusions
from hits.states import UNREJECTED
from people.models import User
from recruiting.models import Sitting
from recruiting.prolific.deciding import (
    AT_WORK,
    NotDecidable,
    part_is_paid,
    pay_sitting_bonus,
    write_call,
)
from recruiting.prolific.models import OutgoingCall, Study, Submission
from recruiting.sittings.work import work_of


@dataclass(frozen=True)
class Part:
    """The part of a returned sitting that must be paid for: the ids of its assignments, and the
    amount."""

    ids: list[int]
    amount: Decimal


def part_due(submission: Submission) -> Part | None:
    """Return the unpaid part of a returned sitting that the batch's rule pays, or None.
    `submission` is loaded with its sitting and its study's batch."""
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
    """Pay for part of a returned sitting, once: approve the work from escrow, include it in the
    results again, and queue the pay as a bonus. Return the part. Raises NotDecidable if nothing is
    due, or if another bonus is in progress."""
    # Lock the sitting too, because a lookup at Prolific can change whether it was returned.
    locked = Submission.objects.select_for_update(of=("self", "sitting"), no_key=True)
    submission = locked.select_related("sitting", "study__batch__project").get(pk=submission_id)
    part = part_due(submission)
    if part is None:
        raise NotDecidable(_("No payment is due for this session."))
    if submission.calls.filter(
        kind=OutgoingCall.Kind.BONUS, state__in=OutgoingCall.UNDER_WAY
    ).exists():
        raise NotDecidable(
            _("The outcome of an earlier bonus for this person is not known yet."),
            remedy=_("Wait until the earlier bonus is paid, or record its outcome."),
        )
    batch = submission.study.batch
    take_back_exclusions(batch=batch, ids=part.ids, rule=Exclusion.RETURNED, by=by)
    approve_assignments(batch=batch, ids=part.ids, by=by)
    values = {"amount": str(part.amount), "assignments": part.ids}
    write_call(submission, OutgoingCall.Kind.BONUS, _key(submission), values, by)
    return part


def _key(submission: Submission) -> str:
    return f"{OutgoingCall.PART}{submission.session}"


def pays_at_prolific(batch: Batch) -> bool:
    """Return whether the batch has a study at Prolific. The people of such a batch are paid through
    Prolific."""
    return Study.objects.filter(batch=batch).exclude(outside_id="").exists()


@transaction.atomic
def pay_top_ups_there(*, batch_id: int, mark: str, by: User | None) -> TopUps:
    """Queue a bonus for each person from Prolific on the list of top-ups that `mark` identifies,
    and return these people. Each bonus belongs to the submission with the person's latest work. A
    repeat pays nothing, because queued bonuses count as pay.

    Raises ListChanged if the list has changed, and NotEnoughMoney. Raises NotDecidable if another
    bonus for one of these people is in progress.
    """
    # Lock the submissions before the batch, in the same order as all decisions.
    own = Submission.objects.filter(study__batch=batch_id).order_by("pk")
    list(own.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    batch, due = list_to_pay(batch_id=batch_id, mark=mark)
    submissions = _submissions_of(batch, due)
    came = [person for person in due.people if person.assignment in submissions]
    paid = TopUps(
        [
            person
            for person in came
            if pay_sitting_bonus(
                submission_id=submissions[person.assignment],
                amount=person.amount,
                reason=why(),
                key=person.key,
                by=by,
                pay=pay_one_of_many,
            )
        ]
    )
    note_top_ups(batch=batch, paid=paid, by=by)
    return paid


def _submissions_of(batch: Batch, due: TopUps) -> Mapping[int, int]:
    """Return the id of each listed assignment's submission, by assignment id. People whose
    submission is still open are omitted, because Prolific does not pay them bonuses."""
    begun = defaultdict(list)
    sittings = Submission.objects.filter(study__batch=batch).order_by("sitting__started_at")
    for enrolment, at, pk, state in sittings.values_list(
        "sitting__enrolment", "sitting__started_at", "pk", "state"
    ):
        begun[enrolment].append((at, None if state in AT_WORK else pk))
    wanted = Assignment.objects.filter(pk__in=[person.assignment for person in due.people])
    submissions = {}
    for assignment, enrolment, submitted in wanted.values_list("pk", "enrolment", "submitted_at"):
        before = [pk for at, pk in begun[enrolment] if submitted and at <= submitted]
        if before and before[-1]:
            submissions[assignment] = before[-1]
    return submissions
