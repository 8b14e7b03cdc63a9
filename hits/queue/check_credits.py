"""What pays for a check: taken by its claim, put back where it ends without an answer."""

from hits.models import Assignment, Batch, CheckCredit
from hits.models.work import HIT
from hits.money.escrow import refund, refund_key
from hits.queue.batch_locks import lock_batch_shared


def is_check(assignment: Assignment) -> bool:
    return assignment.hit.purpose != HIT.Purpose.MAIN


def put_back(*, batch_id: int, assignment_id: int) -> None:
    """The escrow of a check, the assignment, that ended pays for another; of a closed batch it is
    refunded.

    Only for the transaction that ended the check: that is what makes it happen once.
    """
    batch = lock_batch_shared(batch_id)
    if batch.state == Batch.State.CLOSED:
        refund(batch=batch, assignments=1, key=refund_key(assignment_id))
    else:
        CheckCredit.objects.create(batch_id=batch_id)


def take_one(*, batch_id: int) -> bool:
    """Take what pays for one check; False where all is spent."""
    free = CheckCredit.objects.filter(batch=batch_id)
    credit = free.select_for_update(skip_locked=True).first()
    if credit is None:
        return False
    credit.delete()
    return True


def withdraw_credits(*, batch_id: int) -> int:
    """Take away what pays for checks that nobody has claimed; returns how many. Only by the closing
    of the batch."""
    return CheckCredit.objects.filter(batch=batch_id).delete()[0]
