"""Locks on a batch, or on the availability of HITs, until the transaction ends."""

from collections.abc import Collection

from django.db import connection

from core.database.sql import load
from hits.models import HIT, Batch
from hits.states import CONDITIONS


def lock_batch(pk: int) -> Batch:
    """Lock the batch, and return it with its project and rubric version. No other transaction can
    change the batch until this one ends."""
    return (
        Batch.objects.select_for_update(of=("self",), no_key=True)
        .select_related("project", "rubric_version")
        .get(pk=pk)
    )


def lock_batch_shared(pk: int) -> Batch:
    """Lock the batch with a shared lock, and return it. Other transactions can also hold this lock,
    but none can change the batch until all of them have ended."""
    return Batch.objects.raw(load(CONDITIONS, "lock_batch_shared"), {"batch": pk})[0]


def availabilities(hit_ids: Collection[int]) -> dict[int, str]:
    """Return the `HIT.Availability` of each HIT by id. Shared locks prevent changes to these values
    until the transaction ends. Without ids, no query is run."""
    if not hit_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(load(CONDITIONS, "hit_availabilities"), {"hits": sorted(set(hit_ids))})
        return dict(cursor.fetchall())


def availability_of(hit_id: int) -> str:
    """Return a HIT's availability, with a shared lock on it (see `availabilities`). A deleted HIT
    counts as CLOSED."""
    return availabilities([hit_id]).get(hit_id, HIT.Availability.CLOSED)
