"""A batch, and whether a HIT is handed out, that stay as they are until the transaction ends."""

from collections.abc import Collection

from django.db import connection

from core.database.sql import load
from hits.models import HIT, Batch
from hits.states import CONDITIONS


def lock_batch(pk: int) -> Batch:
    """Return the batch with its project and rubric, which only this transaction changes until it
    ends."""
    return (
        Batch.objects.select_for_update(of=("self",), no_key=True)
        .select_related("project", "rubric_version")
        .get(pk=pk)
    )


def lock_batch_shared(pk: int) -> Batch:
    """Return the batch, which does not change before the transaction's end; others may share the
    lock."""
    return Batch.objects.raw(load(CONDITIONS, "lock_batch_shared"), {"batch": pk})[0]


def availabilities(hit_ids: Collection[int]) -> dict[int, str]:
    """Return whether each of the HITs is handed out, a `HIT.Availability`, which does not change
    before the transaction's end; others may share the lock. Not a statement if there are none."""
    if not hit_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(load(CONDITIONS, "hit_availabilities"), {"hits": sorted(set(hit_ids))})
        return dict(cursor.fetchall())


def availability_of(hit_id: int) -> str:
    """Return the same of one HIT; of one that is gone as of a closed one."""
    return availabilities([hit_id]).get(hit_id, HIT.Availability.CLOSED)
