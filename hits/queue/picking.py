"""Picking the next free assignment for an annotator in the order that the batch declares, and
holding it: one statement each.

An assignment may be prefetched of the one that is worked on. That is soft: it is begun when its
turn comes, and until then it is taken back where it is late, where the batch stops, and for
somebody else who would go empty-handed.

A claim looks at the few free assignments next to a drawn point, through an index that holds free
assignments only, so its cost depends on neither the batch's size nor its progress. Where none of
those is for this annotator (near the end most free assignments are in HITs they have had), one look
over the whole batch writes the next ones down on the enrolment, and the claims that follow take
them from there.
"""

import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from database.statements import Int8, column_names, fetch_one, run
from hits.access import MINE, NOT_AGAIN, OWN, may_work_sql
from hits.models import Assignment, Batch
from hits.states import State

POINTS = 2**31
NEAR = 32  # free assignments looked at on each side of the drawn point
CANDIDATES = 200  # HITs written down by one look over the whole batch
COLUMNS = column_names(Assignment)


@dataclass(frozen=True)
class Worker:
    """A person in a batch as handing out an assignment needs them, read under the lock of their
    enrolment's row."""

    enrolment_id: int
    annotator_id: int
    batch_id: int
    status: str
    may_work: bool
    next_route: str
    cap: int | None
    claims: int
    order_seed: int
    submitted: int
    consented: bool
    has_candidates: bool
    batch_state: str
    allotted_seconds: int
    order_of_work: str
    progress: str
    rubric_sha256: str
    break_after: int | None
    code_after: int | None
    code_given: bool
    prefetched_id: int | None

    @property
    def break_is_due(self) -> bool:
        return (
            self.break_after is not None
            and self.submitted > 0
            and self.submitted % self.break_after == 0
        )

    @property
    def code_is_due(self) -> bool:
        """Whether so many HITs are submitted that the completion code is theirs, and they have none
        yet."""
        return (
            self.code_after is not None
            and self.submitted >= self.code_after
            and not self.code_given
        )


# Worker's fields, from an enrolment `e`, its batch `b` and the batch's rubric version `v`.
WORKER = f"""
    e.id, e.annotator_id, e.batch_id, e.status, {may_work_sql("b", "e.annotator_id")}, e.next_route,
    coalesce(e.cap, b.cap_per_annotator), e.claims, e.order_seed, e.submitted,
    (b.consent_text = '' or e.consent_at is not null), cardinality(e.candidates) > 0,
    b.state, b.allotted_seconds, b.order_of_work, b.progress, v.sha256, b.break_after, b.code_after,
    e.completion_code <> '',
    (select next.id from hits_assignment next
      where next.batch_id = e.batch_id and next.annotator_id = e.annotator_id
        and next.state = 'claimed' and next.prefetched)
"""
WORKER_SIZE = len(Worker.__dataclass_fields__)

_LOCK = f"""
    select {WORKER} from hits_enrolment e
      join hits_batch b on b.id = e.batch_id
      join surveys_rubricversion v on v.id = b.rubric_version_id
     where e.batch_id = %(batch)s and e.annotator_id = %(annotator)s for no key update of e
"""


def lock_worker(*, annotator_id: int, batch_id: int) -> Worker | None:
    """Lock the person's own enrolment, so that their tabs take turns. None where they have none."""
    row = fetch_one(_LOCK, {"batch": Int8(batch_id), "annotator": Int8(annotator_id)})
    return Worker(*row) if row else None


_LOCK_AT = f"""
    select h.item_id, {WORKER} from hits_assignment a
      join hits_enrolment e on e.id = a.enrolment_id
      join hits_batch b on b.id = a.batch_id
      join surveys_rubricversion v on v.id = b.rubric_version_id
      join hits_hit h on h.id = a.hit_id
     where {OWN} and a.state = 'claimed' and not a.prefetched
       and a.deadline_at > statement_timestamp()
       for no key update of e, a
"""


def lock_worker_at(*, annotator_id: int, assignment_id: int) -> tuple[Worker, int] | None:
    """The same by the assignment in the person's hands, with its item. None where it is not in
    their hands."""
    row = fetch_one(_LOCK_AT, {"assignment": Int8(assignment_id), "annotator": Int8(annotator_id)})
    return (Worker(*row[1:]), row[0]) if row else None


# Conditions on a free assignment, which the statement calls `{alias}`. With the fence the planner
# checks them row by row, which suits the few rows near a point. Without it the planner may join
# them with all that was taken in the batch; where its statistics are old, for a few rows too.
_HIT_IS_NEW = f"""not exists (select from hits_assignment mine
    where mine.hit_id = {{alias}}.hit_id and {MINE}{{fence}})"""
_ITEM_IS_NEW = f"""not exists (select from hits_hit target
    join hits_hit other on other.item_id = target.item_id
    join hits_assignment mine on mine.hit_id = other.id
    where target.id = {{alias}}.hit_id and other.batch_id = %(batch)s and {MINE}{{fence}})"""
# Whoever takes an assignment of an item's first HIT may do the whole item: as many people as there
# are assignments in each HIT.
_BEGINS_ITEM = """not exists (select from hits_hit target
    join hits_hit other on other.item_id = target.item_id
    where target.id = {alias}.hit_id and other.batch_id = target.batch_id
      and (other.position, other.id) < (target.position, target.id){fence})"""
_NOBODY_IS_AT_IT = f"""not exists (select from hits_hit target
    join hits_hit other on other.item_id = target.item_id
    join hits_assignment theirs on theirs.hit_id = other.id
    where target.id = {{alias}}.hit_id and other.batch_id = target.batch_id
      and theirs.annotator_id <> %(annotator)s and theirs.id <> {{alias}}.id
      and theirs.state in ({NOT_AGAIN})
      and statement_timestamp() < make_interval(secs => %(seconds)s)
        + greatest(theirs.accepted_at, theirs.submitted_at,
                   case when theirs.state = 'claimed'
                        then theirs.deadline_at - make_interval(secs => %(seconds)s) end))"""

_FOR_ANNOTATOR = {
    Batch.OrderOfWork.RANDOM: _HIT_IS_NEW,
    Batch.OrderOfWork.ONE_PER_ITEM: _ITEM_IS_NEW,
    Batch.OrderOfWork.ITEM_TOGETHER: f"{_BEGINS_ITEM} and {_ITEM_IS_NEW}",
}


def _each(condition: str, alias: str) -> str:
    """The condition where few assignments are looked at."""
    return condition.format(alias=alias, fence=" offset 0")


def _all(condition: str, alias: str) -> str:
    """The condition where the whole batch is looked over."""
    return condition.format(alias=alias, fence="")


# Both halves of the circle read the partial index `assignment_free`.
_NEAR_POINT = """
    select a.id from (
        select p.id, p.hit_id, p.position from hits_assignment p
         where p.batch_id = %(batch)s and p.state = 'free' and {half}
         order by p.position, p.id limit {near}) near
      join hits_assignment a on a.id = near.id
     where a.state = 'free' and {for_annotator}
     order by near.position, near.id limit 1 for update of a skip locked
"""
_SAME_ITEM = f"""
    select a.id from hits_assignment a
     where a.state = 'free' and {_each(_HIT_IS_NEW, "a")}
       and a.hit_id in (select h.id from hits_hit h
                         where h.item_id = %(item)s and h.batch_id = %(batch)s)
     order by a.position, a.id limit 1 for update of a skip locked
"""
_LEFT_BEHIND = f"""
    select a.id from hits_assignment a
     where a.batch_id = %(batch)s and a.state = 'free' and {_all(_HIT_IS_NEW, "a")}
       and {_all(_NOBODY_IS_AT_IT, "a")}
     order by a.position, a.id limit 1 for update of a skip locked
"""
# Sorted before the assignments are looked up: the first that is free ends the search.
_WRITTEN_DOWN = """
    select a.id, noted.turn
      from (select written.id, written.turn
              from hits_enrolment e
              cross join unnest(e.candidates) with ordinality as written(id, turn)
             where e.id = %(enrolment)s order by written.turn) noted
      join hits_assignment a on a.id = noted.id
     where a.state = 'free' and {for_annotator}
     order by noted.turn limit 1 for update of a skip locked
"""
_WRITE_DOWN = """
    update hits_enrolment set candidates = array(
        select min(a.id) from hits_assignment a
         where a.batch_id = %(batch)s and a.state = 'free' and {for_annotator}
         group by a.hit_id, a.position order by a.position < %(point)s, a.position, a.hit_id
         limit {candidates})
     where id = %(enrolment)s
"""
_CLAIM = f"""
    with picked as ({{pick}}), counted as (
        update hits_enrolment set claims = claims + 1{{forget}}
         where id = %(enrolment)s and exists (select from picked)
    )
    update hits_assignment h
       set state = 'claimed', prefetched = %(prefetched)s, annotator_id = %(annotator)s,
           enrolment_id = %(enrolment)s,
           sequence = %(sequence)s, drawn_point = %(point)s, rubric_sha256 = %(sha256)s::text,
           accepted_at = statement_timestamp(),
           deadline_at = statement_timestamp() + make_interval(secs => %(seconds)s)
      from picked where h.id = picked.id returning {", ".join(f"h.{name}" for name in COLUMNS)}
"""

_OTHERS_NEXT = """
    select a.id from hits_assignment a
     where a.batch_id = %(batch)s and a.state = 'claimed' and a.prefetched
       and a.annotator_id <> %(annotator)s and {for_annotator}
     order by a.accepted_at, a.id limit 1 for update of a skip locked
"""
_BEGIN = f"""
    update hits_assignment a
       set prefetched = false, accepted_at = statement_timestamp(),
           deadline_at = statement_timestamp() + make_interval(secs => %(seconds)s)
     where {OWN} and a.state = 'claimed' and a.prefetched
    returning {", ".join(f"a.{name}" for name in COLUMNS)}
"""
# Nobody saw it, so nothing ended: it is the same assignment as before, and free or withdrawn as if
# it had never been claimed.
_NOBODYS: dict[str, Any] = {
    "prefetched": False,
    "annotator": None,
    "enrolment": None,
    "sequence": None,
    "drawn_point": None,
    "rubric_sha256": "",
    "accepted_at": None,
    "deadline_at": None,
}


def claim_next(
    worker: Worker, *, last_item: int | None, prefetched: bool = False
) -> Assignment | None:
    """Hold the next assignment for `worker`; None when no free assignment is for them.
    `prefetched`: beside the one they work on.

    `last_item` is the item of the annotator's latest HIT: in batches that keep an item's outputs
    together it goes on first.
    """
    values = _values(worker, last_item) | {"prefetched": prefetched}
    for pick, forget in _picks(worker, values, last_item):
        if row := fetch_one(_CLAIM.format(pick=pick, forget=forget), values):
            return Assignment.from_db("default", COLUMNS, row)
    return None


def hold_others_next(worker: Worker, *, last_item: int | None) -> Assignment | None:
    """Hold an assignment that is prefetched for somebody else: near the end nobody waits for a HIT
    that nobody works on."""
    values = _values(worker, last_item) | {"prefetched": False}
    conditions = [_FOR_ANNOTATOR[Batch.OrderOfWork(worker.order_of_work)]]
    if worker.order_of_work == Batch.OrderOfWork.ITEM_TOGETHER:
        conditions.append(f"{_HIT_IS_NEW} and {_NOBODY_IS_AT_IT}")
    for condition in conditions:
        pick = _OTHERS_NEXT.format(for_annotator=_all(condition, "a"))
        if row := fetch_one(_CLAIM.format(pick=pick, forget=""), values):
            return Assignment.from_db("default", COLUMNS, row)
    return None


def begin_next(worker: Worker) -> Assignment | None:
    """Let `worker` begin the assignment prefetched for them: their time starts now. None where
    there is none any more."""
    if worker.prefetched_id is None:
        return None
    row = fetch_one(
        _BEGIN,
        {
            "assignment": Int8(worker.prefetched_id),
            "annotator": Int8(worker.annotator_id),
            "seconds": Int8(worker.allotted_seconds),
        },
    )
    return Assignment.from_db("default", COLUMNS, row) if row else None


def _give_up(assignments: QuerySet[Assignment]) -> int:
    return assignments.update(state=State.FREE, **_NOBODYS)


def free_prefetched(*, batch_id: int) -> int:
    """Make the assignments prefetched in a batch free again; returns how many."""
    return _give_up(Assignment.objects.prefetched().filter(batch=batch_id))


def free_prefetched_of(*, batch_id: int, annotator_ids: Collection[int]) -> int:
    """Make the assignments prefetched in a batch for these people free again; returns how many that
    were."""
    prefetched = Assignment.objects.prefetched()
    return _give_up(prefetched.filter(batch=batch_id, annotator__in=annotator_ids))


def withdraw_unbegun(*, batch_id: int) -> int:
    """Withdraw every assignment of a batch that nobody has begun; returns how many. Only by the
    closing of the batch."""
    unbegun = Assignment.objects.unbegun().filter(batch=batch_id)
    return unbegun.update(state=State.WITHDRAWN, **_NOBODYS)


@transaction.atomic
def free_late_prefetched(*, before: datetime, limit: int) -> int:
    """Make the assignments free again that were prefetched and whose deadline was before that time;
    returns how many."""
    late = Assignment.objects.prefetched().filter(deadline_at__lt=before).order_by("deadline_at")
    locked = late.select_for_update(skip_locked=True, no_key=True)[:limit]
    return _give_up(Assignment.objects.filter(pk__in=locked.values("pk")))


def _values(worker: Worker, last_item: int | None) -> dict[str, Any]:
    return {
        "batch": Int8(worker.batch_id),
        "annotator": Int8(worker.annotator_id),
        "enrolment": Int8(worker.enrolment_id),
        "item": Int8(last_item or 0),
        "sequence": Int8(worker.claims + 1),
        "point": Int8(_point(worker)),
        "sha256": worker.rubric_sha256,
        "seconds": Int8(worker.allotted_seconds),
    }


def _point(worker: Worker) -> int:
    """Where the search begins: drawn from the annotator's own generator, or the batch's start where
    HITs are finished."""
    if worker.progress == Batch.Progress.FINISH:
        return 0
    return random.Random(f"{worker.order_seed}:{worker.claims}").randrange(POINTS)


def _picks(
    worker: Worker,
    values: dict[str, Any],
    last_item: int | None,
) -> Iterator[tuple[str, str]]:
    """Statements that pick an assignment, each tried when the one before found none, with what then
    is forgotten."""
    for_annotator = _FOR_ANNOTATOR[Batch.OrderOfWork(worker.order_of_work)]
    together = worker.order_of_work == Batch.OrderOfWork.ITEM_TOGETHER
    if together and last_item is not None:
        yield _SAME_ITEM, ""
    written_down = _WRITTEN_DOWN.format(for_annotator=_each(for_annotator, "a"))
    forget = ", candidates = candidates[(select turn from picked) + 1:]"
    if worker.has_candidates:
        yield written_down, forget
    for half in ("p.position >= %(point)s", "p.position < %(point)s"):
        yield (
            _NEAR_POINT.format(half=half, near=NEAR, for_annotator=_each(for_annotator, "near")),
            "",
        )
    run(_WRITE_DOWN.format(for_annotator=_all(for_annotator, "a"), candidates=CANDIDATES), values)
    yield written_down, forget
    if together:
        yield _LEFT_BEHIND, ""
