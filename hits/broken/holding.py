"""HITs with the same content (a check and the main HIT that it repeats), suspended or handed out
together."""

from collections.abc import Sequence

from django.db.models import QuerySet

from hits.models import HIT, Assignment, BrokenReport
from hits.queue.prefetched import take_out_unbegun
from hits.states import State


def lock_twins(hit: HIT) -> Sequence[int]:
    """Return the ids of the batch's HITs with the same content as `hit`, including its own. None of
    their assignments is reopened before the transaction ends."""
    # All purposes are listed, so that the query uses the index `hit_once`.
    twins = HIT.objects.filter(
        batch=hit.batch_id, purpose__in=HIT.Purpose.values, output_ids=hit.output_ids
    )
    return [twin.pk for twin in twins.select_for_update(of=("self",), no_key=True).order_by("pk")]


def suspend(hit_ids: Sequence[int]) -> None:
    """Suspend the HITs. Only under the lock of `lock_twins`."""
    open_now = HIT.objects.filter(pk__in=hit_ids, availability=HIT.Availability.OPEN)
    if open_now.update(availability=HIT.Availability.SUSPENDED):
        take_out_unbegun(hit_ids=hit_ids, state=State.SUSPENDED)


def hand_out_again(hit_ids: Sequence[int]) -> None:
    """Make the HITs' suspended assignments free. Only under the lock of `lock_twins`."""
    HIT.objects.filter(pk__in=hit_ids).update(availability=HIT.Availability.OPEN)
    suspended = Assignment.objects.filter(hit__in=hit_ids, state=State.SUSPENDED)
    suspended.update(state=State.FREE)


def open_reports(hit_ids: Sequence[int]) -> QuerySet[BrokenReport]:
    return BrokenReport.objects.filter(
        assignment__hit__in=hit_ids, decision=BrokenReport.Decision.OPEN
    )
