"""The list of open batches as a rater sees it: what is left for them, without counting a million free places."""

from dataclasses import dataclass
from typing import Any

from django.db import connection

from hits.access import NOT_AGAIN
from hits.models import Batch
from people.models import User

LOOKED_AT = 300  # free places of a batch: with so many or fewer the number left is exact


@dataclass(frozen=True)
class OpenBatch:
    """A batch in the list; with `more`, at least `left` HITs are left."""

    batch: Batch
    left: int
    more: bool
    done: int
    held_id: int | None


_STATES = ", ".join(f"'{state}'" for state in NOT_AGAIN)
# Whether the rater may still take a place of the HIT `h`, and what they may take once: the HIT, or one of its item's.
_IS_NEW = f"""not exists (select from hits_assignment mine
    where mine.hit_id = h.id and mine.annotator_id = %(rater)s and mine.state in ({_STATES}))"""
_ITEM_IS_NEW = f"""not exists (select from hits_hit other join hits_assignment mine on mine.hit_id = other.id
    where mine.annotator_id = %(rater)s and mine.state in ({_STATES}) and other.batch_id = b.id
      and other.item_id = h.item_id)"""
_FOR_RATER = f"case b.order_of_work when 'one_per_item' then {_ITEM_IS_NEW} else {_IS_NEW} end"
_LEFT = f"""
    select b.id, coalesce(e.submitted, 0), coalesce(e.cap, b.cap_per_rater), held.id, next.id is not null,
           near.looked, near.open,
           near.looked > %(most)s and near.open = 0 and exists (
               select from hits_assignment f join hits_hit h on h.id = f.hit_id
                where f.batch_id = b.id and f.state = 'free' and {_FOR_RATER})
      from hits_batch b
      left join hits_enrolment e on e.batch_id = b.id and e.annotator_id = %(rater)s
      left join hits_assignment held
        on held.batch_id = b.id and held.annotator_id = %(rater)s and held.state = 'held' and not held.ahead
      left join hits_assignment next
        on next.batch_id = b.id and next.annotator_id = %(rater)s and next.state = 'held' and next.ahead
     cross join lateral (
        select count(*) as looked,
               count(distinct case b.order_of_work when 'one_per_item' then h.item_id else h.id end)
                   filter (where {_FOR_RATER}) as open
          from ((select f.hit_id from hits_assignment f where f.batch_id = b.id and f.state = 'free'
                 order by f.position, f.id limit %(most)s + 1)
                union all select f.hit_id from hits_assignment f  -- who asks first gets what is held ahead for others
                 where f.batch_id = b.id and f.state = 'held' and f.ahead and f.annotator_id <> %(rater)s) f
          join hits_hit h on h.id = f.hit_id) near
     where b.id = any(%(batches)s)
"""


def open_batches(user: User) -> list[OpenBatch]:
    """The live batches, newest first, with how many HITs are left for `user`: two queries."""
    batches = list(Batch.objects.filter(state=Batch.State.LIVE).select_related("project").order_by("-id"))
    values: dict[str, Any] = {"rater": user.pk, "batches": [batch.pk for batch in batches], "most": LOOKED_AT}
    with connection.cursor() as cursor:
        cursor.execute(_LEFT, values)
        known = {pk: facts for pk, *facts in cursor.fetchall()}
    return [_open_batch(batch, *known[batch.pk]) for batch in batches]


def _open_batch(batch: Batch, done: int, cap: int | None, held_id: int | None, *places: Any) -> OpenBatch:
    ahead, looked, left, hidden = places
    left, more = (1, True) if hidden else (left, looked > LOOKED_AT and left > 0)
    left += ahead
    room = None if cap is None else max(cap - done - (held_id is not None), 0)
    if room is not None and room <= left:
        left, more = room, False
    return OpenBatch(batch, left + (held_id is not None), more, done, held_id)
