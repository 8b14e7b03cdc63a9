"""Finding the next free assignment for an annotator and claiming it, in one statement. The batch's
order of work decides which assignment comes next.

An assignment can be prefetched while the annotator works on another one. Its time starts only when
the annotator reaches it. Before that, it is released if it is late or if the batch stops
(hits.queue.prefetched). It is also released for another person who would otherwise get none.

A claim looks at the few free assignments next to a random point, through an index of free
assignments only. Its cost thus does not depend on the size or the progress of the batch. Near the
end, the annotator has already had most of the HITs with free assignments. If no free assignment
near the point fits, one search of the whole batch stores the next candidates on the enrolment for
later claims.

Only main HITs have free assignments. If the next claim should be a check (hits.queue.schedule), the
same statement inserts an assignment for the check, already claimed. If no check fits, it claims a
free assignment. All kinds of claim thus need the same number of statements.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from core.database.sql import SQLValue
from core.database.statements import Int8, column_names, fetch_named, fetch_one, run
from hits.access import may_work_sql
from hits.models import HIT, Assignment, Batch
from hits.queue.schedule import Shares, purpose_of_claim
from hits.states import load_with_states

POINTS = 2**31
NEAR = 32  # number of free assignments checked on each side of the random point
CANDIDATES = 200  # number of HITs that one search of the whole batch stores as candidates
ITEM_BEFORE = 0  # value of `last_item` that makes the SQL find the item of the latest main HIT
COLUMNS = column_names(Assignment)


@dataclass(frozen=True)
class Worker:
    """A person in a batch, with the data needed to assign a HIT. The person's enrolment is locked
    when the data is read."""

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
    gold_percent: int
    retest_percent: int
    first_checks: int
    retest_distance: int
    least_reading_percent: int
    sittings_left: int | None  # None if the batch is not worked on in sessions
    sittings_begun: int

    @property
    def purpose_of_next(self) -> HIT.Purpose:
        """Return whether the next claim should be a main HIT, a gold HIT or a retest. If no check
        fits, a main HIT is claimed anyway."""
        shares = Shares(
            self.gold_percent, self.retest_percent, self.first_checks, self.retest_distance
        )
        return purpose_of_claim(seed=self.order_seed, number=self.claims + 1, shares=shares)

    @property
    def break_is_due(self) -> bool:
        return (
            self.break_after is not None
            and self.submitted > 0
            and self.submitted % self.break_after == 0
        )

    @property
    def code_is_due(self) -> bool:
        """Return whether the person has submitted enough HITs for the completion code but has not
        got it yet."""
        return (
            self.code_after is not None
            and self.submitted >= self.code_after
            and not self.code_given
        )


_sql = partial(load_with_states, "hits/queue/sql/claim.sql")
_check_sql = partial(load_with_states, "hits/queue/sql/checks.sql")
WORKER = _sql("worker", may_work=may_work_sql("b", "e.annotator_id"))

_LOCK = _sql("lock_worker", worker=WORKER)


def lock_worker(*, annotator_id: int, batch_id: int) -> Worker | None:
    """Lock the person's enrolment and return it as a Worker, so that requests from several tabs
    wait for each other. Return None if the person is not enrolled."""
    row = fetch_named(_LOCK, {"batch": Int8(batch_id), "annotator": Int8(annotator_id)})
    return Worker(**row) if row else None


_LOCK_AT = _sql("lock_worker_at", worker=WORKER)


def lock_worker_at(*, annotator_id: int, assignment_id: int) -> tuple[Worker, int] | None:
    """Lock the enrolment with this claimed assignment. Return the worker and the id of the
    assignment's item. Return None if the person has not claimed the assignment."""
    values = {"assignment": Int8(assignment_id), "annotator": Int8(annotator_id)}
    row = fetch_named(_LOCK_AT, values)
    if row is None:
        return None
    item_id = row.pop("item_id")
    return Worker(**row), item_id


# The conditions that a free assignment must meet for this annotator, by their names in the SQL
# file.
_FOR_ANNOTATOR = {
    Batch.OrderOfWork.RANDOM: ["hit_is_new"],
    Batch.OrderOfWork.ONE_PER_ITEM: ["item_is_new"],
    Batch.OrderOfWork.ITEM_TOGETHER: ["begins_item", "item_is_new"],
}


def _each(conditions: Iterable[str], alias: str) -> str:
    """Return the conditions as SQL that PostgreSQL evaluates for one assignment at a time."""
    return " and ".join(_sql(name, alias=alias, fence=" offset 0") for name in conditions)


def _all(conditions: Iterable[str], alias: str) -> str:
    """Return the conditions as SQL that is fast for a search of the whole batch."""
    return " and ".join(_sql(name, alias=alias, fence="") for name in conditions)


_GOES_ON = {"for_annotator": _each(["hit_is_new"], "a")}
_SAME_ITEM = _sql("same_item", item="%(item)s", **_GOES_ON)
_SAME_ITEM_AS_BEFORE = _sql("same_item", item=f"({_sql('item_before')})", **_GOES_ON)
_LEFT_BEHIND = _sql("left_behind", for_annotator=_all(["hit_is_new", "nobody_is_at_it"], "a"))
_BEGIN = _sql("begin", columns=", ".join(f"a.{name}" for name in COLUMNS))


_GOLD_SUITS = _check_sql("gold_suits")


STORED = load_with_states("hits/queue/sql/store.sql", "stored")
_CLAIMED = _sql("claimed", columns=", ".join(f"h.{name}" for name in COLUMNS))
# Parts of the SQL of a claim: for a claim alone, and for a claim combined with a submission.
_ALONE = dict.fromkeys(
    ("stored", "if_stored", "or_stored", "submitted", "told", "storing", "joined"), ""
)
_WITH_STORE = {
    "stored": f"{STORED}, ",
    "if_stored": " where exists (select from stored)",
    # The SQL statement still sees the assignment in its state before the submission.
    "or_stored": " or a.id = %(assignment)s",
    "submitted": "submitted = submitted + 1, ",
    "told": "stored.submitted_at, ",
    "storing": "stored left join ",
    "joined": " on true",
}


def _claim(
    pick: str,
    forget: str = "",
    *,
    purpose: HIT.Purpose = HIT.Purpose.MAIN,
    storing: bool = False,
) -> str:
    """Return SQL that claims the assignment found by `pick`. For a check, the SQL inserts a check's
    assignment if a check fits, and uses `pick` otherwise. If `storing` is true, the SQL stores a
    submission first."""
    parts = _WITH_STORE if storing else _ALONE
    parts = {"pick": pick, "forget": forget, "claimed": _CLAIMED, **parts}
    if purpose == HIT.Purpose.MAIN:
        return _sql("claim", **parts)
    fit = _check_sql(purpose.value, suits=_GOLD_SUITS, or_stored=parts["or_stored"])
    hit = _check_sql(f"{purpose.value}_hit")
    return _check_sql("claim", fit=fit, hit=hit, columns=", ".join(COLUMNS), **parts)


def store_and_claim(
    worker: Worker, submission: Mapping[str, object], *, last_item: int
) -> tuple[datetime, Assignment | None] | None:
    """Store a submission and claim the next assignment, in one statement. Return the time of the
    submission and the claimed assignment. The assignment is None if the first search of
    `claim_next` finds none. Return None if the submission was not stored."""
    values = _values(worker, last_item) | {"prefetched": False}
    pick, forget = next(_picks(worker, values, last_item))
    sql = _claim(pick, forget, purpose=worker.purpose_of_next, storing=True)
    row = fetch_one(sql, {**values, **submission})
    if row is None:
        return None
    submitted_at, *claimed = row
    if claimed[0] is None:
        return submitted_at, None
    return submitted_at, Assignment.from_db("default", COLUMNS, claimed)


def claim_next(worker: Worker, *, last_item: int, prefetched: bool = False) -> Assignment | None:
    """Claim the next assignment for `worker` and return it. Return None if no free assignment suits
    the person. If `prefetched` is true, the person keeps the claimed assignment and gets this one
    next.

    `last_item` is the item of the annotator's latest main HIT, or ITEM_BEFORE to let the database
    find it. In batches that keep an item's outputs together, outputs of this item come first.
    """
    values = _values(worker, last_item) | {"prefetched": prefetched}
    purpose = worker.purpose_of_next
    for pick, forget in _picks(worker, values, last_item):
        if row := fetch_one(_claim(pick, forget, purpose=purpose), values):
            return Assignment.from_db("default", COLUMNS, row)
        purpose = HIT.Purpose.MAIN  # no check fits, so try main HITs
    return None


def hold_others_next(worker: Worker, *, last_item: int) -> Assignment | None:
    """Claim an assignment that was prefetched for another person, and return it. Return None if
    none suits. Near the end of a batch, no one thus waits for a HIT that no one has started."""
    values = _values(worker, last_item) | {"prefetched": False}
    choices = [_FOR_ANNOTATOR[Batch.OrderOfWork(worker.order_of_work)]]
    if worker.order_of_work == Batch.OrderOfWork.ITEM_TOGETHER:
        choices.append(["hit_is_new", "nobody_is_at_it"])
    for conditions in choices:
        pick = _sql("others_next", for_annotator=_all(conditions, "a"))
        if row := fetch_one(_claim(pick), values):
            return Assignment.from_db("default", COLUMNS, row)
    return None


def begin_next(worker: Worker) -> Assignment | None:
    """Start the worker's prefetched assignment, and the time for it. Return None if there is none
    or if it was released."""
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


def begin_next_of_now(worker: Worker) -> Assignment | None:
    """Start the assignment that was prefetched while `worker` waited for the lock, like
    `begin_next`.

    After waiting, the locking statement sees the new version of the locked row, but old versions of
    other rows. In this case, `worker.prefetched_id` is wrongly None, so this function reads it
    again.
    """
    prefetched = Assignment.objects.prefetched().filter(enrolment=worker.enrolment_id)
    prefetched_id = prefetched.values_list("pk", flat=True).first()
    return begin_next(replace(worker, prefetched_id=prefetched_id))


def _values(worker: Worker, last_item: int) -> dict[str, SQLValue]:
    return {
        "batch": Int8(worker.batch_id),
        "annotator": Int8(worker.annotator_id),
        "enrolment": Int8(worker.enrolment_id),
        "item": Int8(last_item),
        "sequence": Int8(worker.claims + 1),
        "point": Int8(_point(worker)),
        "sha256": worker.rubric_sha256,
        "seconds": Int8(worker.allotted_seconds),
        "distance": Int8(worker.retest_distance),
    }


def _point(worker: Worker) -> int:
    """Return the point where the search starts. It is pseudorandom for each annotator and claim. If
    the batch finishes HITs one by one, it is 0, the batch's start."""
    if worker.progress == Batch.Progress.FINISH:
        return 0
    return random.Random(f"{worker.order_seed}:{worker.claims}").randrange(POINTS)


def _picks(
    worker: Worker, values: dict[str, SQLValue], last_item: int
) -> Iterator[tuple[str, str]]:
    """Yield the statements to try, one after the other, until an assignment is found. Each is a
    pair of SQL texts. The first picks an assignment. The second removes the stored candidates that
    the pick has passed, or is ""."""
    for_annotator = _FOR_ANNOTATOR[Batch.OrderOfWork(worker.order_of_work)]
    together = worker.order_of_work == Batch.OrderOfWork.ITEM_TOGETHER
    if together:
        yield (_SAME_ITEM_AS_BEFORE if last_item == ITEM_BEFORE else _SAME_ITEM), ""
    written_down = _sql("written_down", for_annotator=_each(for_annotator, "a"))
    forget = _sql("forget_passed")
    if worker.has_candidates:
        yield written_down, forget
    near = {"near": str(NEAR), "for_annotator": _each(for_annotator, "near")}
    for half in ("from_point_on", "before_point"):
        yield _sql("near_point", half=_sql(half), **near), ""
    candidates = str(CANDIDATES)
    run(_sql("write_down", for_annotator=_all(for_annotator, "a"), candidates=candidates), values)
    yield written_down, forget
    if together:
        yield _LEFT_BEHIND, ""
