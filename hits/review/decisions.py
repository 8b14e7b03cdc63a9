"""Approval and rejection of submitted responses, and automatic approval after a number of days that
the batch sets. Payments are made in the transaction of the decision."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batch_locks import lock_batch_shared
from hits.models import Assignment, Batch, Exclusion
from hits.models.decisions import excluded
from hits.money.escrow import escrow_overturned, pay, price, refund_key
from hits.queue.releasing import reopen_all, take_replacement
from hits.review.exclusions import check_length, exclude_assignments, take_back_exclusions
from hits.states import RejectionCategory, State
from payments.posting import posted
from people.acts import record
from people.models import Act, User


@dataclass(frozen=True)
class Rejection:
    """A rejection's category and reason, which the annotator reads, with optional `evidence`."""

    reason: str
    category: str = RejectionCategory.OTHER
    evidence: str = ""


NO_REJECTION = Rejection(reason="", category="")


class ReasonNeeded(RateroomError):
    """Raised if a rejection has no reason or no valid category."""


def require_grounds(rejection: Rejection) -> None:
    """Raise ReasonNeeded if the rejection has no reason or no valid category. Raise RateroomError
    if its reason or evidence is too long."""
    if not rejection.reason.strip():
        raise ReasonNeeded(
            _("Give a reason. The annotator will see it."), where=_("Reason"), field="reason"
        )
    for field, text in (("reason", rejection.reason), ("evidence", rejection.evidence)):
        check_length(text, field)
    if rejection.category not in RejectionCategory.values:
        raise ReasonNeeded(
            _("Choose an option from the list."), where=_("Rejection category"), field="category"
        )


@transaction.atomic
def approve_assignments(*, batch: Batch, ids: Sequence[int], by: User | None) -> int:
    """Approve and pay the undecided responses among `ids`, and record the act. Return the number of
    approved responses."""
    decided = _decide(batch, ids, state=Assignment.State.APPROVED, by=by)
    pay(batch=batch, assignments=decided, by=by)
    if decided:
        record(
            by,
            Act.Verb.APPROVED,
            batch,
            after={"answers": len(decided), "amount": len(decided) * price(batch)},
        )
    return len(decided)


@transaction.atomic
def reject_assignments(
    *,
    batch: Batch,
    ids: Sequence[int],
    reason: str,
    by: User | None,
    category: str = RejectionCategory.OTHER,
    evidence: str = "",
    reopen: Callable[[Sequence[Assignment]], None] = reopen_all,
) -> int:
    """Reject the undecided responses among `ids`, exclude them from all results, and record the
    act. Return the number of rejected responses. The assignments reopen, and the rejected
    responses' escrow pays for the replacements.

    The exclusion has the rule `rejected`. Pass `reopen` if one transaction contains several calls.
    It can collect the assignments for a single call of `reopen_all` at the end, after which the
    batch cannot be paused or closed until the commit. Raises ReasonNeeded without a reason or a
    valid category.
    """
    rejection = Rejection(reason.strip(), category, evidence.strip())
    require_grounds(rejection)
    decided = _decide(batch, ids, state=Assignment.State.REJECTED, by=by, rejection=rejection)
    exclude_assignments(
        batch=batch,
        ids=[assignment.pk for assignment in decided],
        rule=Exclusion.REJECTED,
        by=by,
        reason=reason,
    )
    if decided:
        record(
            by, Act.Verb.REJECTED, batch, after={"answers": len(decided), "reason": reason.strip()}
        )
    reopen(decided)
    return len(decided)


@transaction.atomic
def overturn_rejections(
    *, batch: Batch, ids: Sequence[int], by: User | None, reason: str = ""
) -> int:
    """Approve and pay the rejected responses among `ids`, include them in the results again, and
    record the act. Return the number of overturned rejections. `reason` replaces the reason of the
    rejection.

    If the replacement assignment is still free, it is deleted and its escrow pays for the response.
    If someone has claimed it, or if the batch is closed, the project's balance pays. Raises
    NotEnoughMoney, and changes nothing, if the balance is too low.
    """
    # The lock is shared, as in `reopen_all`, and prevents the batch from closing until the commit.
    now = lock_batch_shared(batch.pk)
    rejected = Assignment.objects.filter(batch=batch, pk__in=ids, state=Assignment.State.REJECTED)
    overturned = list(
        rejected.select_for_update(of=("self",), no_key=True)
        .select_related("batch__project")
        .order_by("pk")
    )
    for assignment in overturned:
        _overturn(assignment, closed=now.state == Batch.State.CLOSED, by=by, reason=reason.strip())
    take_back_exclusions(
        batch=batch,
        ids=[assignment.pk for assignment in overturned],
        rule=Exclusion.REJECTED,
        by=by,
    )
    pay(batch=now, assignments=overturned, by=by)
    if overturned:
        record(
            by,
            Act.Verb.APPROVED,
            batch,
            before={"state": Assignment.State.REJECTED},
            after={"answers": len(overturned), "amount": len(overturned) * price(now)},
        )
    return len(overturned)


def _overturn(assignment: Assignment, *, closed: bool, by: User | None, reason: str) -> None:
    refunded = posted(project_id=assignment.batch.project_id, key=refund_key(assignment.pk))
    replaced = not closed and take_replacement(assignment=assignment)
    if not replaced:
        escrow_overturned(assignment=assignment, by=by)
    assignment.state, assignment.overturned_at = Assignment.State.APPROVED, timezone.now()
    assignment.decided_by, assignment.reason = by, reason
    assignment.rejection = assignment.evidence = ""
    assignment.surplus = not replaced and not refunded
    assignment.save(
        update_fields=[
            "state",
            "overturned_at",
            "decided_by",
            "reason",
            "rejection",
            "evidence",
            "surplus",
        ]
    )


def _decide(
    batch: Batch,
    ids: Sequence[int],
    *,
    state: str,
    by: User | None,
    rejection: Rejection = NO_REJECTION,
) -> Sequence[Assignment]:
    waiting = Assignment.objects.filter(batch=batch, pk__in=ids, state=Assignment.State.SUBMITTED)
    # The lock excludes the key, so that a bonus for the same row does not have to wait. The HITs
    # are fetched with the assignments, because reopening needs each of them.
    unchanging = waiting.select_for_update(of=("self",), no_key=True)
    locked = list(unchanging.select_related("hit").order_by("pk"))
    Assignment.objects.filter(pk__in=[assignment.pk for assignment in locked]).update(
        state=state,
        decided_at=timezone.now(),
        decided_by=by,
        reason=rejection.reason,
        rejection=rejection.category,
        evidence=rejection.evidence,
    )
    return locked


DAY = timedelta(days=1)
LOT = 200  # responses in one transaction


def approved_by_itself_at(batch: Batch, submitted_at: datetime | None) -> datetime | None:
    """Return when a response submitted at `submitted_at` is approved automatically. Return None if
    the batch has no automatic approval or the response is not submitted."""
    if batch.auto_approve_days is None or submitted_at is None:
        return None
    return submitted_at + batch.auto_approve_days * DAY


def due() -> QuerySet[Assignment]:
    """Return the responses that are due for automatic approval. Responses that the panel reports as
    returned are left out."""
    return Assignment.objects.filter(
        ~excluded(rule=Exclusion.RETURNED),
        state=State.SUBMITTED,
        batch__auto_approve_days__isnull=False,
        submitted_at__lte=Now() - DAY * F("batch__auto_approve_days"),  # type: ignore[operator]
    )


def approve_due(*, limit: int = 2000) -> int:
    """Approve and pay the responses that are due for automatic approval, `LOT` at a time and at
    most `limit`. Return the number approved. If a person decides on a response at the same time,
    that decision applies. The recorded acts have no author."""
    approved = 0
    promising = Batch.objects.filter(
        Exists(due().filter(batch=OuterRef("pk"))), auto_approve_days__isnull=False
    )
    for batch in promising.select_related("project").order_by("pk"):
        while approved < limit:
            # Use the order of the index `assignment_submitted`.
            waiting = due().filter(batch=batch).order_by("submitted_at", "pk")
            ids = list(waiting.values_list("pk", flat=True)[: min(LOT, limit - approved)])
            if not ids:
                break
            approved += approve_assignments(batch=batch, ids=ids, by=None)
    return approved
