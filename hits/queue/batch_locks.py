"""A batch that stays as it is until the transaction ends."""

from database.sql import load
from hits.models import Batch
from hits.states import CONDITIONS


def lock_batch_shared(pk: int) -> Batch:
    """The batch, which does not change before the transaction's end; others may share the lock."""
    return Batch.objects.raw(load(CONDITIONS, "lock_batch_shared"), {"batch": pk})[0]
