"""A batch, and whether a HIT is handed out, that stay as they are until the transaction ends."""

from database.sql import load
from database.statements import Int8, fetch_one
from hits.models import HIT, Batch
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


def availability_of(hit_id: int) -> str:
    """Whether the HIT is handed out, a `HIT.Availability`, which does not change before the
    transaction's end; others may share the lock."""
    row = fetch_one(load(CONDITIONS, "hit_availability"), {"hit": Int8(hit_id)})
    return row[0] if row else HIT.Availability.CLOSED
