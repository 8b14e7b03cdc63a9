"""A batch that stays as it is until the transaction ends."""

from database.sql import load
from hits.models import Batch
from hits.states import CONDITIONS


def lock_batch(pk: int) -> Batch:
    """The batch with its project and rubric, which only this transaction changes until it ends."""
    return (
        Batch.objects.select_for_update(of=("self",), no_key=True)
        .select_related("project", "rubric_version")
        .get(pk=pk)
    )


def lock_batch_shared(pk: int) -> Batch:
    """The batch, which does not change before the transaction's end; others may share the lock."""
    return Batch.objects.raw(load(CONDITIONS, "lock_batch_shared"), {"batch": pk})[0]
