"""Locks that keep a batch, or the availability of HITs, unchanged until the transaction ends."""

from collections.abc import Collection

from django.db import connection

from core.database.sql import load
from hits.models import HIT, Batch
from hits.states import CONDITIONS


def lock_batch(pk: int) -> Batch:
    """Return the locked batch with its project and rubric. No other transaction can change the
    batch until this one ends."""
    return (
        Batch.objects.select_for_update(of=("self",), no_key=True)
        .select_related("project", "rubric_version")
        .get(pk=pk)
    )


def lock_batch_shared(pk: int) -> Batch:
    """Return the batch with a shared lock. Other transactions can hold the same lock, but none can
    change the batch until all of them end."""
    return Batch.objects.raw(load(CONDITIONS, "lock_batch_shared"), {"batch": pk})[0]


def availabilities(hit_ids: Collection[int]) -> dict[int, str]:
    """Return the `HIT.Availability` of each HIT by id. The availabilities are locked until the
    transaction ends, but several transactions can share the lock. Without ids, no query is run."""
    if not hit_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(load(CONDITIONS, "hit_availabilities"), {"hits": sorted(set(hit_ids))})
        return dict(cursor.fetchall())


def availability_of(hit_id: int) -> str:
    """Lock and return a HIT's availability (see `availabilities`). A deleted HIT is CLOSED."""
    return availabilities([hit_id]).get(hit_id, HIT.Availability.CLOSED)
