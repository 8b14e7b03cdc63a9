"""Creation of the HITs and assignments for a batch's items, in steps of limited size. Publishing
and amendments both use this."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.database.bulk import unchecked_keys
from core.database.sql import SQLValue, load
from core.errors import RateroomError
from hits.batches.designs import PUBLISH, by_sets, set_values, stage_sets
from hits.batches.sampling import draw_values, drawn_sql, overlap_count
from hits.models import HIT, Batch
from hits.money.training_pay import make_places

STEP = 5000  # items whose HITs are created in one transaction


class NotPublishable(RateroomError):
    """Raised if the batch cannot be published or amended as it is."""


@dataclass(frozen=True)
class Annotators:
    """The number of annotators per HIT: `more` for the first `overlap` of the items, and `usual`
    for the others. The items start at the rank `start` in the batch."""

    usual: int
    more: int
    overlap: int = 0
    start: int = 0

    @property
    def values(self) -> dict[str, SQLValue]:
        """Return the parameters for the SQL statements that create HITs."""
        return {
            "annotators": self.usual,
            "more": self.more,
            "overlap": self.overlap,
            "overlap_from": self.start,
            "overlap_to": self.start + self.overlap,
        }

    def assignments(self, items: int) -> int:
        """Return the number of assignments for `items` items with one HIT each."""
        return items * self.usual + self.overlap * (self.more - self.usual)


def annotators_of(batch: Batch, items: int, *, start: int = 0, added: int = 0) -> Annotators:
    """Return the numbers of annotators per HIT for `items` items from the rank `start`, as promised
    at publication. The number `added` by amendments is included."""
    overlap = overlap_count(batch, start + items) - overlap_count(batch, start)
    more = batch.overlap_annotators or batch.annotators_per_hit
    return Annotators(batch.annotators_per_hit + added, more + added, overlap, start)


@transaction.atomic
def stage_sample(
    cursor: CursorWrapper,
    batch: Batch,
    count: int,
    *,
    annotators: Annotators | None = None,
    ids: Sequence[str] = (),
) -> None:
    """Store the first `count` items of the sample with their outputs in a temporary table. The
    steps then read the items from this table by rank. With `annotators`, store the items that come
    after those in the batch, with ranks from `annotators.start`. `ids` are the external ids of the
    items if they are known."""
    without = batch.pk if annotators else None
    annotators = annotators or annotators_of(batch, count)
    values = {"count": count, "offset": annotators.start, "without": without}
    statement = load(PUBLISH, "sample", **drawn_sql(batch))
    drawn = draw_values(batch, ids)
    stage(cursor, batch, statement, {**drawn, **annotators.values, **values})


def stage(
    cursor: CursorWrapper, batch: Batch, statement: str, values: Mapping[str, SQLValue]
) -> None:
    """Create the temporary table `sampled_outputs` with `statement`, which selects the items that
    need HITs. Call this inside a transaction."""
    cursor.execute("set local work_mem = '64MB'")
    cursor.execute("drop table if exists sampled_outputs")
    cursor.execute(statement, values)
    cursor.execute("create index on sampled_outputs (rank)")
    cursor.execute("analyze sampled_outputs")
    if by_sets(batch):
        stage_sets(cursor, batch)


def forget_sample(cursor: CursorWrapper) -> None:
    cursor.execute("drop table if exists sampled_outputs, system_sets")


def make_step(cursor: CursorWrapper, batch: Batch, values: Mapping[str, SQLValue]) -> None:
    """Create the HITs and assignments for the items of one step. Raises NotPublishable if some of
    their outputs no longer exist."""
    cursor.execute(load(PUBLISH, "lock_batch"), values)
    cursor.execute(load(PUBLISH, "lock_shown"), values)
    if not cursor.fetchone()[0]:
        raise NotPublishable(
            _("Some outputs of the sample were deleted while the batch was being published."),
            where=_("Dataset"),
            remedy=_("Try again."),
        )
    with unchecked_keys(cursor):
        order = load(PUBLISH, "shown_in_sets" if by_sets(batch) else "shown")
        cursor.execute(load(PUBLISH, "insert", wanted=wanted_hits(batch), shown=order), values)


def make_checks(batch: Batch) -> None:
    """Create the batch's check credits, and its gold, training and test HITs without free
    assignments."""
    with connection.cursor() as cursor:
        values = {"batch": batch.pk, "seed": batch.seed}
        cursor.execute(load(PUBLISH, "insert_gold"), values)
    add_credits(batch, batch.checks_planned)
    make_places(batch)


def add_credits(batch: Batch, checks: int) -> None:
    with connection.cursor() as cursor:
        values = {"batch": batch.pk, "checks": checks}
        cursor.execute(load(PUBLISH, "insert_credits"), values)


def main_hits(batch: Batch) -> QuerySet[HIT]:
    return batch.hits.filter(purpose=HIT.Purpose.MAIN)


def wanted_hits(batch: Batch) -> str:
    """Return an SQL query that selects the outputs, the conversation turn and the position of each
    HIT of the sample."""
    if by_sets(batch):
        return load(PUBLISH, "sets")
    if batch.rubric_version.spec.outputs.per_page == 1:
        position = load(PUBLISH, "position", output="o", other="''")
        return load(PUBLISH, "singles", position=position)
    position = load(PUBLISH, "position", output="a", other="b.system")
    return load(PUBLISH, "pairs", position=position)


def step_values(
    batch: Batch, start: int, annotators: Annotators, *, step: int = STEP
) -> dict[str, SQLValue]:
    """Return the SQL parameters for one step of HIT creation: `step` items, from the item of rank
    `start`."""
    by_reference = batch.pairing == Batch.Pairing.REFERENCE
    return {
        "batch": batch.pk,
        "seed": batch.seed,
        "start": start,
        "step": step,
        **annotators.values,
        "reference": batch.pairing_reference_id if by_reference else None,
        "pairs": batch.pairs_per_item if batch.pairing == Batch.Pairing.RANDOM else None,
        **set_values(batch),
    }
