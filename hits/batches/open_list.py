"""The batches that an annotator can open, with the number of HITs left in each. This number is an
estimate, because counting a million free assignments takes long."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from core.database.sql import SQLValue
from hits.access import may_work, may_work_sql
from hits.models import Assignment, Batch, Enrolment
from hits.states import load_with_states
from people.models import User

# Up to this number of unclaimed assignments in a batch, the number of HITs left is exact.
LOOKED_AT = 300


@dataclass(frozen=True)
class OpenSitting:
    """An annotator's latest or next session in a batch: its number of HITs, and the number of these
    that are done. `sittings_left` is the number of sessions that the annotator can still start."""

    hits: int
    done: int
    is_open: bool
    begun: int
    sittings_left: int

    @property
    def may_begin(self) -> bool:
        return not self.is_open and self.sittings_left > 0


@dataclass(frozen=True)
class OpenBatch:
    """A batch in an annotator's list. `hits_left` includes a claimed HIT. If `more` is true, it is
    a lower bound.

    `code` is the annotator's completion code, or "". `capped` is true if the annotator has reached
    the limit per person. `may_work` is false if the annotator can only view the batch.
    """

    batch: Batch
    hits_left: int
    more: bool
    done: int
    claimed_id: int | None = None
    claimed_until: datetime | None = None
    code: str = ""
    capped: bool = False
    may_work: bool = True
    sitting: OpenSitting | None = None

    @property
    def late(self) -> bool:
        """Return whether the claimed HIT's deadline has passed."""
        return self.claimed_until is not None and self.claimed_until < timezone.now()

    @property
    def hourly(self) -> Decimal | None:
        """Return the hourly pay based on the time that the researcher expects, or None without an
        expected time."""
        seconds = self.batch.expected_seconds
        return self.batch.reward * 3600 / seconds if seconds else None

    @property
    def total(self) -> Decimal | None:
        """Return the pay for all HITs left, or None if the number of HITs left is not exact."""
        return None if self.more else self.hits_left * self.batch.reward


_sql = partial(load_with_states, "hits/batches/sql/open_list.sql")
_FOR_ANNOTATOR, _OTHERS_PREFETCHED = _sql("for_annotator"), _sql("others_prefetched")
_LEFT = _sql(
    "left",
    may_work=may_work_sql("b", "%(annotator)s"),
    for_annotator=_FOR_ANNOTATOR,
    others_prefetched=_OTHERS_PREFETCHED,
    any_free=_sql("any", such=_sql("is_free"), for_annotator=_FOR_ANNOTATOR),
    any_prefetched=_sql("any", such=_OTHERS_PREFETCHED, for_annotator=_FOR_ANNOTATOR),
)


def open_batches(user: User) -> list[OpenBatch]:
    """Return the batches in the user's list, with the number of HITs left in each. Runs two
    queries.

    Batches with a claimed HIT come first, even if they are paused or closed, because the HIT can
    still be submitted. Batches with HITs left follow. In each group, the newest batches come first.
    """
    holding = Assignment.objects.in_work().filter(annotator=user).values("batch")
    live = Q(may_work(user), state=Batch.State.LIVE)
    batches = Batch.objects.filter(live | Q(pk__in=holding)).select_related("project", "dataset")
    listings = _as_seen_by(user, list(batches.order_by("-id")))
    return sorted(listings, key=lambda listing: (listing.claimed_id is None, not listing.hits_left))


def open_batch(user: User, batch: Batch) -> OpenBatch:
    """Return the user's entry for one batch, whatever the batch's state."""
    return _as_seen_by(user, [batch])[0]


def _as_seen_by(user: User, batches: Sequence[Batch]) -> list[OpenBatch]:
    ids = [batch.pk for batch in batches]
    values: dict[str, SQLValue] = {"annotator": user.pk, "batches": ids, "most": LOOKED_AT}
    with connection.cursor() as cursor:
        cursor.execute(_LEFT, values)
        facts_by_batch = {pk: facts for pk, *facts in cursor.fetchall()}
    listings = []
    for batch in batches:
        *facts, sittings_left, begun, sitting_from = facts_by_batch[batch.pk]
        listing = _open_batch(batch, *facts)
        sitting = _sitting(listing, facts[1], sittings_left, begun, sitting_from)
        listings.append(replace(listing, sitting=sitting))
    return listings


def _open_batch(
    batch: Batch,
    done: int,
    cap: int | None,
    status: str,
    code: str,
    may_work: bool,
    claimed_id: int | None,
    claimed_until: datetime | None,
    *free_counts: Any,
) -> OpenBatch:
    claimed_count = int(claimed_id is not None)
    is_active = batch.state == Batch.State.LIVE and status == Enrolment.Status.ACTIVE
    free, more = _free_hits(*free_counts) if is_active and may_work else (0, False)
    room = None if cap is None else max(cap - done - claimed_count, 0)
    if room is not None and room <= free:
        free, more = room, False
    return OpenBatch(
        batch,
        free + claimed_count,
        more,
        done,
        claimed_id,
        claimed_until,
        code,
        capped=room == 0,
        may_work=may_work,
    )


def _sitting(
    listing: OpenBatch, cap: int | None, sittings_left: int, begun: int, sitting_from: int
) -> OpenSitting | None:
    """Return the annotator's latest or next session. Return None if the batch's pay is not per
    session."""
    if listing.batch.sitting_hits is None:
        return None
    if not begun or cap is None:
        return OpenSitting(cap or listing.batch.sitting_hits, 0, False, 0, sittings_left)
    done = listing.done - sitting_from
    return OpenSitting(cap - sitting_from, done, listing.done < cap, begun, sittings_left)


def _free_hits(any_prefetched: bool, looked: int, free: int, hidden: bool) -> tuple[int, bool]:
    """Return the number of HITs that the annotator can still claim, and whether this is a lower
    bound."""
    free, more = (1, True) if hidden else (free, looked > LOOKED_AT and free > 0)
    return free + any_prefetched, more
