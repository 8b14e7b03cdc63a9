"""Decisions on a sitting. Each function decides about the work on this site and about the
submission at Prolific.

The calls to Prolific are stored in the same transaction, and `recruiting.prolific.outbox` sends
them. Prolific pays for a sitting as a whole, so each decision covers the whole sitting.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import RateroomError
from hits.models import Assignment
from hits.money.bonuses import pay_bonus
from hits.queue.releasing import reopen_all
from hits.review.decisions import approve_assignments, reject_assignments
from hits.states import RejectionCategory as OurCategory
from hits.states import State
from people.models import User
from recruiting.prolific.api.shapes import RejectionCategory, SubmissionState
from recruiting.prolific.models import OutgoingCall, Submission
from recruiting.sittings.work import work_of

CATEGORY_LABELS = (
    (RejectionCategory.FAILED_CHECK.value, gettext_lazy("Checks failed")),
    (RejectionCategory.FAILED_INSTRUCTIONS.value, gettext_lazy("Instructions not followed")),
    (RejectionCategory.LOW_EFFORT.value, gettext_lazy("Low effort")),
    (RejectionCategory.MALINGERING.value, gettext_lazy("Answers that are not serious")),
    (RejectionCategory.TOO_QUICKLY.value, gettext_lazy("Speeding")),
    (RejectionCategory.TOO_SLOWLY.value, gettext_lazy("Too slow")),
    (RejectionCategory.NO_CODE.value, gettext_lazy("No completion code")),
    (RejectionCategory.BAD_CODE.value, gettext_lazy("A wrong completion code")),
    (RejectionCategory.NO_DATA.value, gettext_lazy("No answers")),
    (RejectionCategory.UNSUPP_DEVICE.value, gettext_lazy("Unsuitable device")),
    (
        RejectionCategory.INCOMP_LONGITUDINAL.value,
        gettext_lazy("Earlier parts of the study not completed"),
    ),
    (RejectionCategory.OTHER.value, gettext_lazy("Another reason")),
)


Kind = OutgoingCall.Kind
SHORTEST_MESSAGE = 100
# The submission has not ended. Prolific pays a bonus only once it has ended.
AT_WORK = (SubmissionState.RESERVED, SubmissionState.ACTIVE)
# Our category for each of Prolific's categories.
CATEGORIES = {
    RejectionCategory.FAILED_INSTRUCTIONS: OurCategory.INSTRUCTIONS,
    RejectionCategory.LOW_EFFORT: OurCategory.NO_EFFORT,
    RejectionCategory.MALINGERING: OurCategory.NO_EFFORT,
    RejectionCategory.NO_DATA: OurCategory.EMPTY,
}


class NotDecidable(RateroomError):
    """Raised if the submission cannot be decided, for example because of its state at Prolific."""


@transaction.atomic
def approve_sitting(*, submission_id: int, by: User | None) -> bool:
    """Approve and pay the sitting's work on this site, and queue the approval of its submission at
    Prolific. Return False if the sitting was decided before. Raises NotDecidable."""
    submission = _awaiting_review(submission_id)
    if _decided(submission):
        return False
    _refuse_paid_part(submission)
    _refuse_contrary(submission, State.REJECTED)
    approve_assignments(batch=submission.study.batch, ids=_undecided(submission), by=by)
    write_call(submission, Kind.APPROVE, f"approve:{submission.session}", {}, by)
    return True


@transaction.atomic
def reject_sitting(
    *,
    submission_id: int,
    category: str,
    message: str,
    by: User | None,
    reopen: Callable[[Sequence[Assignment]], None] = reopen_all,
) -> bool:
    """Reject the sitting's work on this site, and queue the rejection of its submission at
    Prolific. Return False if the sitting was decided before. `reopen` is as in
    `reject_assignments`.

    Raises NotDecidable, for example if `category` is not one of Prolific's, or if `message` has
    fewer than 100 characters.
    """
    message = message.strip()
    if category not in list(RejectionCategory):
        raise NotDecidable(_("Choose an option from the list."), where=_("Rejection category"))
    if len(message) < SHORTEST_MESSAGE:
        words = ngettext(
            "Write at least %(least)s characters. You wrote %(length)s.",
            "Write at least %(least)s characters. You wrote %(length)s.",
            len(message),
        )
        numbers = {"length": len(message), "least": SHORTEST_MESSAGE}
        raise NotDecidable(words % numbers, where=_("Message"))
    submission = _awaiting_review(submission_id)
    if _decided(submission):
        return False
    _refuse_contrary(submission, State.APPROVED)
    reject_assignments(
        batch=submission.study.batch,
        ids=_undecided(submission),
        reason=message,
        by=by,
        category=CATEGORIES.get(RejectionCategory(category), OurCategory.OTHER),
        reopen=reopen,
    )
    values = {"category": category, "message": message}
    write_call(submission, Kind.REJECT, f"reject:{submission.session}", values, by)
    return True


@transaction.atomic
def pay_sitting_bonus(
    *,
    submission_id: int,
    amount: Decimal,
    reason: str,
    key: str,
    by: User | None,
    pay: Callable[..., bool] = pay_bonus,
) -> bool:
    """Pay a bonus to the sitting's person, in addition to the reward, through Prolific. Return
    False if a bonus with the same `key` was paid before. `pay` is `pay_one_of_many` if the caller
    logs all bonuses as one action.

    Raises NotEnoughMoney. Raises NotDecidable if the submission is still open, if nothing was
    submitted, or if another bonus is in progress.
    """
    submission = _locked(submission_id)
    name = f"bonus:{submission.session}:{key}"
    if OutgoingCall.objects.filter(key=name).exists():
        return False
    if submission.state in AT_WORK:
        raise NotDecidable(
            _("This person’s submission is still open on Prolific, so we cannot pay a bonus yet."),
            remedy=_("Wait until the person has entered their code or returned the submission."),
        )
    under_way = submission.calls.filter(kind=Kind.BONUS, state__in=OutgoingCall.UNDER_WAY)
    if under_way.exists():
        raise NotDecidable(
            _("The outcome of an earlier bonus for this person is not known yet."),
            remedy=_("Wait until the earlier bonus is paid, or record its outcome."),
        )
    work = work_of(submission.sitting).order_by("-submitted_at").select_related("batch__project")
    latest = work.first()
    if latest is None:
        raise NotDecidable(
            _("Nothing was submitted in this session."), remedy=_("Pay the bonus on Prolific.")
        )
    pay(assignment=latest, amount=amount, reason=reason, key=f"prolific:{key}", by=by)
    OutgoingCall.objects.create(
        submission=submission,
        kind=Kind.BONUS,
        key=name,
        values={"amount": str(amount), "assignment": latest.pk},
        created_by=by,
    )
    return True


@transaction.atomic
def request_return(*, submission_id: int, reason: str, by: User | None) -> bool:
    """Queue a request that asks the person, through Prolific, to return the submission. Return
    False if this was already requested."""
    submission = _locked(submission_id)
    values = {"reasons": [reason.strip() or _("Your participation in this batch has ended.")]}
    return write_call(submission, Kind.REQUEST_RETURN, f"return:{submission.session}", values, by)


def _locked(submission_id: int) -> Submission:
    locked = Submission.objects.select_for_update(of=("self",), no_key=True)
    return locked.select_related("sitting", "study__batch__project").get(pk=submission_id)


def _awaiting_review(submission_id: int) -> Submission:
    submission = _locked(submission_id)
    if submission.state != SubmissionState.AWAITING_REVIEW and not _decided(submission):
        raise NotDecidable(
            _("This submission is “%(state)s” on Prolific, so there is nothing to decide.")
            % {"state": submission.state.lower()}
        )
    return submission


def _decided(submission: Submission) -> bool:
    decisions = submission.calls.filter(kind__in=[Kind.APPROVE, Kind.REJECT])
    return decisions.exclude(state__in=OutgoingCall.WITHOUT_EFFECT).exists()


def part_is_paid(submission: Submission) -> bool:
    """Return whether a bonus for part of the sitting was paid or may have been paid."""
    parts = submission.calls.filter(key__startswith=OutgoingCall.PART)
    return parts.exclude(state__in=OutgoingCall.WITHOUT_EFFECT).exists()


def _refuse_paid_part(submission: Submission) -> None:
    """Raise NotDecidable if part of the sitting was already paid as a bonus. An approval would pay
    for that part twice."""
    if part_is_paid(submission):
        raise NotDecidable(
            _("Part of this session was paid as a bonus when the submission was returned."),
            remedy=_(
                "Approving the submission would pay the full amount in addition. Ask the "
                "person to return the submission, and pay the rest as a bonus."
            ),
        )


def _refuse_contrary(submission: Submission, state: str) -> None:
    """Raise NotDecidable if some of the sitting's work is in `state`. Prolific accepts only one
    decision per sitting."""
    if work_of(submission.sitting).filter(state=state).exists():
        raise NotDecidable(
            _("You have already made a different decision on part of this session."),
            remedy=_("Decide on Prolific instead. You can pay part of the session as a bonus."),
        )


def _undecided(submission: Submission) -> list[int]:
    work: list[int] = list(
        work_of(submission.sitting).filter(state=State.SUBMITTED).values_list("pk", flat=True)
    )
    return work


def write_call(
    submission: Submission, kind: str, key: str, values: Mapping[str, object], by: User | None
) -> bool:
    """Store a call that the outbox will send to Prolific. Return False if a call with this `key`
    was stored before, unless it was refused or dropped."""
    without_effect = OutgoingCall.objects.filter(
        key__startswith=key, state__in=OutgoingCall.WITHOUT_EFFECT
    )
    number = without_effect.count()
    _row, created = OutgoingCall.objects.get_or_create(
        key=f"{key}:{number + 1}" if number else key,
        defaults={"submission": submission, "kind": kind, "values": dict(values), "created_by": by},
    )
    return created
