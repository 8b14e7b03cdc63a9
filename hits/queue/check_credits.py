"""Credits for checks: a claim uses one, and it is restored if the check ends without an answer."""

from collections.abc import Collection

from hits.models import Assignment, Batch, CheckCredit
from hits.models.work import HIT
from hits.money.escrow import refund_each


def is_check(assignment: Assignment) -> bool:
    return assignment.hit.purpose != HIT.Purpose.MAIN


def put_back(*, batch: Batch, assignment_ids: Collection[int]) -> None:
    """Restore a credit for each of these checks, which ended; in a closed batch, refund their
    escrow. `batch` is locked.

    Only for the transaction that ended the checks, so that it happens once.
    """
    if batch.state == Batch.State.CLOSED:
        refund_each(batch=batch, assignment_ids=assignment_ids)
    else:
        CheckCredit.objects.bulk_create(CheckCredit(batch=batch) for _check in assignment_ids)


def take_one(*, batch_id: int) -> bool:
    """Use one credit; return False if none is left."""
    free = CheckCredit.objects.filter(batch=batch_id)
    credit = free.select_for_update(skip_locked=True).first()
    if credit is None:
        return False
    credit.delete()
    return True


def withdraw_credits(*, batch_id: int) -> int:
    """Delete the credits of unclaimed checks; return their number. Only when the batch closes."""
    return CheckCredit.objects.filter(batch=batch_id).delete()[0]
