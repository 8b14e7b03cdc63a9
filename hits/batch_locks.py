"""Locks that keep a batch, or the availability of HITs, unchanged until a transaction ends."""

from collections.abc import Collection

from django.db import connection

from core.database.sql import load
from hits.models import HIT, Batch
from hits.states import CONDITIONS


def lock_batch(pk: int) -> Batch:
    """Return the batch with its project and rubric. No other transaction can change it until this
    one ends."""
    return (
        Batch.objects.select_for_update(of=("self",), no_key=True)
        .select_related("project", "rubric_version")
        .get(pk=pk)
    )


def lock_batch_shared(pk: int) -> Batch:
    """Return the batch, which cannot change until the transaction ends. Several transactions can
    share the lock."""
    return Batch.objects.raw(load(CONDITIONS, "lock_batch_shared"), {"batch": pk})[0]


def availabilities(hit_ids: Collection[int]) -> dict[int, str]:
    """Return the `HIT.Availability` of each of the HITs, which cannot change until the transaction
    ends. Several transactions can share the lock. Without ids, no statement is run."""
    if not hit_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(load(CONDITIONS, "hit_availabilities"), {"hits": sorted(set(hit_ids))})
        return dict(cursor.fetchall())


def availability_of(hit_id: int) -> str:
    """Return `availabilities` for one HIT; CLOSED if the HIT no longer exists."""
    return availabilities([hit_id]).get(hit_id, HIT.Availability.CLOSED)
