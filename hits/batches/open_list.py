"""The list of open batches as an annotator sees it: what is left for them, without counting a
million free assignments."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from hits.access import MINE, may_work, may_work_sql
from hits.models import Assignment, Batch, Enrolment
from people.models import User

# Assignments of a batch that nobody has begun: with so many or fewer the number left is exact.
LOOKED_AT = 300


@dataclass(frozen=True)
class OpenBatch:
    """A batch in the list. With `more`, `hits_left` is a lower bound. A claimed HIT is among them.

    `code` is the completion code that the annotator was given; `capped`: one person may do no more.
    `may_work`: whether the batch is open to them, which one they have worked in may not be any
    more.
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

    @property
    def late(self) -> bool:
        """Whether the claimed HIT's time is over."""
        return self.claimed_until is not None and self.claimed_until < timezone.now()

    @property
    def hourly(self) -> Decimal | None:
        """The reward by the hour, if a HIT takes the time that the researcher expects; None where
        none was given."""
        seconds = self.batch.expected_seconds
        return self.batch.reward * 3600 / seconds if seconds else None

    @property
    def total(self) -> Decimal | None:
        """What all that is left would earn; None where that was not counted."""
        return None if self.more else self.hits_left * self.batch.reward


# Who asks first gets what is prefetched for others.
_OTHERS_PREFETCHED = "f.state = 'claimed' and f.prefetched and f.annotator_id <> %(annotator)s"
# Whether the annotator may still take an assignment of the HIT `h`, and what they may take once:
# the HIT, or one of its item's.
_IS_NEW = f"not exists (select from hits_assignment mine where mine.hit_id = h.id and {MINE})"
_ITEM_IS_NEW = f"""not exists (
    select from hits_hit other join hits_assignment mine on mine.hit_id = other.id
    where other.batch_id = b.id and other.item_id = h.item_id and {MINE})"""
_FOR_ANNOTATOR = f"case b.order_of_work when 'one_per_item' then {_ITEM_IS_NEW} else {_IS_NEW} end"
_ANY_FREE, _ANY_PREFETCHED = (
    f"""exists (select from hits_assignment f join hits_hit h on h.id = f.hit_id
    where f.batch_id = b.id and {such} and {_FOR_ANNOTATOR})"""
    for such in ("f.state = 'free'", _OTHERS_PREFETCHED)
)
_MAY_WORK = may_work_sql("b", "%(annotator)s")
_LEFT = f"""
    select b.id, coalesce(e.submitted, 0), coalesce(e.cap, b.cap_per_annotator),
           coalesce(e.status, 'active'),
           coalesce(e.completion_code, ''), {_MAY_WORK},
           claimed.id, claimed.deadline_at, next.id is not null,
           near.looked, near.open,
           near.looked > %(most)s and near.open = 0 and ({_ANY_FREE} or {_ANY_PREFETCHED})
      from hits_batch b
      left join hits_enrolment e on e.batch_id = b.id and e.annotator_id = %(annotator)s
      left join hits_assignment claimed
        on claimed.batch_id = b.id and claimed.annotator_id = %(annotator)s
         and claimed.state = 'claimed' and not claimed.prefetched
      left join hits_assignment next
        on next.batch_id = b.id and next.annotator_id = %(annotator)s
         and next.state = 'claimed' and next.prefetched
     cross join lateral (
        select count(*) as looked,
               count(distinct case b.order_of_work when 'one_per_item' then h.item_id else h.id end)
                   filter (where {_FOR_ANNOTATOR}) as open
          from (select * from (
                    (select f.hit_id from hits_assignment f
                      where f.batch_id = b.id and f.state = 'free'
                      order by f.position, f.id limit %(most)s + 1)
                    union all select f.hit_id from hits_assignment f
                      where f.batch_id = b.id and {_OTHERS_PREFETCHED}) every
                 limit %(most)s + 1) f
          join hits_hit h on h.id = f.hit_id) near
     where b.id = any(%(batches)s)
"""


def open_batches(user: User) -> list[OpenBatch]:
    """The live batches that are open to `user`, with how many HITs are left for them: two queries.

    First where they hold a HIT (in a paused or closed batch too: it can still be submitted), then
    where any is left; the newest first.
    """
    holding = Assignment.objects.in_work().filter(annotator=user).values("batch")
    live = Q(may_work(user), state=Batch.State.LIVE)
    batches = Batch.objects.filter(live | Q(pk__in=holding)).select_related("project")
    listings = _as_seen_by(user, list(batches.order_by("-id")))
    return sorted(listings, key=lambda listing: (listing.claimed_id is None, not listing.hits_left))


def open_batch(user: User, batch: Batch) -> OpenBatch:
    """The same for one batch, whatever its state."""
    return _as_seen_by(user, [batch])[0]


def _as_seen_by(user: User, batches: Sequence[Batch]) -> list[OpenBatch]:
    ids = [batch.pk for batch in batches]
    values: dict[str, Any] = {"annotator": user.pk, "batches": ids, "most": LOOKED_AT}
    with connection.cursor() as cursor:
        cursor.execute(_LEFT, values)
        facts_by_batch = {pk: facts for pk, *facts in cursor.fetchall()}
    return [_open_batch(batch, *facts_by_batch[batch.pk]) for batch in batches]


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


def _free_hits(any_prefetched: bool, looked: int, free: int, hidden: bool) -> tuple[int, bool]:
    """How many HITs the annotator may still take, and whether there are more than that."""
    free, more = (1, True) if hidden else (free, looked > LOOKED_AT and free > 0)
    return free + any_prefetched, more
