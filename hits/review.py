"""Approving and rejecting submitted work; the money follows in the same transaction."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from hits.claims import reopen
from hits.ledger import pay
from hits.models import Assignment, Batch
from people.models import User
from surveys.errors import RateroomError


class ReasonNeeded(RateroomError):  # noqa: N818 - named for what is missing
    """A rejection without a reason."""


@transaction.atomic
def approve_assignments(*, batch: Batch, ids: Sequence[int], by: User | None) -> int:
    """Approve those of `ids` that wait for a decision, and pay them. Returns how many."""
    decided = _decide(batch, ids, state=Assignment.State.APPROVED, by=by)
    pay(batch=batch, assignments=decided, by=by)
    return len(decided)


@transaction.atomic
def reject_assignments(*, batch: Batch, ids: Sequence[int], reason: str, by: User | None) -> int:
    """Reject those of `ids` that wait for a decision. Their places reopen; the escrow waits for the replacement."""
    if not reason.strip():
        raise ReasonNeeded(
            "A rejection needs a reason: the annotator will read it.", where="Reason", remedy="Write one."
        )
    decided = _decide(batch, ids, state=Assignment.State.REJECTED, by=by, reason=reason.strip())
    for assignment in decided:
        reopen(assignment=assignment)
    return len(decided)


def _decide(batch: Batch, ids: Sequence[int], *, state: str, by: User | None, reason: str = "") -> Sequence[Assignment]:
    waiting = Assignment.objects.filter(batch=batch, pk__in=ids, state=Assignment.State.SUBMITTED)
    locked = list(waiting.select_for_update().order_by("pk"))
    Assignment.objects.filter(pk__in=[one.pk for one in locked]).update(
        state=state, decided_at=timezone.now(), decided_by=by, reason=reason
    )
    return locked
