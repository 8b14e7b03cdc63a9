"""The sample of a batch, drawn with its seed. Anyone can reproduce it with this formula.

Order the external ids by the hexadecimal SHA-256 of `f"{seed}:{external_id}"`, and take the first
n. For a stratified sample, number the ids of each stratum in that order from 1. Then order all ids
by (number - 0.5) / (size of the stratum), and by the hash. `hits/batches/sql/drawn.sql` contains
the same formula in SQL.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from core.database.sql import SQLValue, load
from core.errors import RateroomError
from hits.models import HIT, Batch, GoldKey, LeftOutItem
from stimuli.models import Item

MOST_VALUES = 20  # values of a field that can define strata
SEEN = 500  # items that show which fields have few values


class SampleError(RateroomError):
    """Raised if no sample can be drawn from these items."""


def sample_ids(external_ids: Iterable[str], *, seed: int, count: int) -> list[str]:
    """Return the first `count` ids of the sample, in the order drawn."""

    def rank(external_id: str) -> tuple[bytes, str]:
        return hashlib.sha256(f"{seed}:{external_id}".encode()).digest(), external_id

    return sorted(external_ids, key=rank)[:count]


def stratified_ids(strata: Mapping[str, str], *, seed: int, count: int) -> list[str]:
    """Return the first `count` ids of a stratified sample. `strata` maps ids to strata."""
    sizes = Counter(strata.values())
    numbers: Counter[str] = Counter()
    shares = {}
    for place, external_id in enumerate(sample_ids(strata, seed=seed, count=len(strata))):
        stratum = strata[external_id]
        numbers[stratum] += 1
        shares[external_id] = ((numbers[stratum] - 0.5) / sizes[stratum], place)
    return sorted(shares, key=shares.__getitem__)[:count]


def fraction_count(total: int, fraction: Decimal) -> int:
    """Return `total` × `fraction`, rounded half up. For example, 0.2 × 2,489 = 497.8, which becomes
    498."""
    return int((total * fraction).quantize(Decimal(1), ROUND_HALF_UP))


_DRAWN = "hits/batches/sql/drawn.sql"
LIKELY = 4  # factor: to find the first n items of a sample, LIKELY * n items are read


@dataclass(frozen=True)
class Reading:
    """An interpretation of the requested sample size. `rule` says how `count` was calculated."""

    rule: str
    count: int
    share: Decimal  # share of the eligible items, exact to four places


def share_of(count: int, total: int) -> Decimal:
    return (
        (Decimal(count) / total).quantize(Decimal("0.0001"), ROUND_HALF_UP) if total else Decimal(0)
    )


def round_count(count: int) -> int:
    """Round `count` to two significant digits, as people do when they state it: 498 becomes 500."""
    magnitude = max(0, len(str(count)) - 2)
    return int(Decimal(count).quantize(Decimal(1).scaleb(magnitude), ROUND_HALF_UP))


def readings(batch: Batch, total: int) -> list[Reading]:
    """Return the interpretation of the sample size that the batch uses. If the size can be
    interpreted in a second way with another result, this interpretation comes second."""
    chosen = sample_size(batch, total)
    if batch.sample_rule == Batch.SampleRule.FRACTION and batch.sample_fraction is not None:
        other = min(round_count(chosen), total)
        both = [("fraction, rounded half up", chosen), ("count, as stated in round numbers", other)]
    elif batch.sample_rule == Batch.SampleRule.COUNT and total:
        percent = (Decimal(chosen * 100) / total).quantize(Decimal(1), ROUND_HALF_UP)
        both = [
            ("count", chosen),
            (f"fraction of {percent} %, rounded half up", fraction_count(total, percent / 100)),
        ]
    elif batch.sample_rule == Batch.SampleRule.LIST:
        both = [("list of ids", chosen)]
    else:
        both = [("all items", chosen)]
    distinct = both[:1] + [other for other in both[1:] if other[1] not in {chosen, 0}]
    return [Reading(rule, count, share_of(count, total)) for rule, count in distinct]


def sample_size(batch: Batch, total: int) -> int:
    """Return the number of items in the batch's sample, out of `total` eligible items. Raises
    SampleError if no sample can be drawn."""
    size = total
    if batch.sample_rule == Batch.SampleRule.COUNT:
        size = batch.sample_count or 0
    elif batch.sample_rule == Batch.SampleRule.FRACTION:
        size = fraction_count(total, batch.sample_fraction or Decimal(0))
    if not 1 <= size <= total:
        raise SampleError(
            _(
                "The sample cannot have %(size)s items. Number of items with an output from "
                "every chosen system: %(total)s."
            )
            % {"size": f"{size:,}", "total": f"{total:,}"},
            where=capfirst(_("Sample")),
            remedy=_("Choose 1 to %(total)s items, or choose systems with outputs for more items.")
            % {"total": f"{total:,}"}
            if total
            else _("Choose systems that have outputs for the same items."),
        )
    return size


def overlap_count(batch: Batch, items: int) -> int:
    """Return the number of items, out of `items`, that get additional annotators. This is the
    batch's share, rounded half up, but at least one. These items are the first of the sample."""
    if batch.overlap_percent is None or not items:
        return 0
    return max(1, fraction_count(items, Decimal(batch.overlap_percent) / 100))


def drawn_count(batch: Batch, *, eligible: int | None = None) -> int:
    """Return the current size of the sample. `eligible` is the number of eligible items if it is
    known, because counting them takes long in a large dataset. Raises SampleError if no sample can
    be drawn."""
    return sample_size(batch, eligible_count(batch) if eligible is None else eligible)


def pilot_left_out(batch: Batch) -> int | None:
    """Return the id of the pilot whose items are excluded from the sample. Return None if no items
    of a pilot are excluded."""
    return batch.pilot_id if batch.without_pilot_items else None


def eligible_items(batch: Batch) -> QuerySet[Item]:
    """Return the items that can be sampled: all items, or those in the batch's list. Excluded
    items, gold items, and items of an excluded pilot are left out. Items without some of the
    outputs are included."""
    items = Item.objects.filter(dataset=batch.dataset_id)
    if batch.sample_rule == Batch.SampleRule.LIST:
        items = items.filter(external_id__in=batch.sample_ids or [])
    if batch.pk:
        items = items.exclude(pk__in=LeftOutItem.objects.filter(batch=batch).values("item"))
        items = items.exclude(pk__in=GoldKey.objects.filter(batch=batch).values("item"))
    if pilot := pilot_left_out(batch):
        items = items.exclude(pk__in=_items_in(pilot))
    return items


def _items_in(batch_id: int) -> QuerySet[HIT, object]:
    return HIT.objects.filter(batch=batch_id).values("item")


def eligible_count(batch: Batch, *, beyond_its_own: bool = False, named: Sequence[str] = ()) -> int:
    """Return the number of eligible items with an output from every chosen system, so that all
    systems are rated on the same items. Gold items do not count, because no one may see an output
    both as gold and in a main HIT. `beyond_its_own` leaves out items that already have HITs in the
    batch. If `named` contains ids, only these items are counted."""
    values = {**draw_values(batch, named), "without": batch.pk if beyond_its_own else None}
    if not values["systems"]:
        return 0
    listed = load(_DRAWN, "eligible_listed", drawn=load(_DRAWN, "drawn"))
    statement = load(_DRAWN, "eligible") if values["ids"] is None else listed
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.fetchone()[0])


def drawn_sql(batch: Batch) -> dict[str, str]:
    """Return two parts of SQL statements about the batch's sample: a query for its items (`drawn`),
    and the order in which they are drawn (`order`). Both need the parameters from `draw_values`."""
    drawn = load(_DRAWN, "drawn")
    if not batch.stratify_by:
        return {"drawn": drawn, "order": load(_DRAWN, "order")}
    stratified = load(_DRAWN, "stratified_drawn", drawn=drawn)
    return {"drawn": stratified, "order": load(_DRAWN, "stratified_order")}


def draw_values(batch: Batch, named: Sequence[str] = ()) -> dict[str, SQLValue]:
    """Return the parameters for `drawn_sql`. If `named` contains ids, the sample is drawn from
    these instead of from the batch's own list."""
    systems = [system.pk for system in batch.systems.all()]
    is_list = batch.sample_rule == Batch.SampleRule.LIST
    ids = [*named] or ((batch.sample_ids or []) if is_list else None)
    return {
        "batch": batch.pk,
        "dataset": batch.dataset_id,
        "systems": systems,
        "wanted": len(systems),
        "seed": batch.seed,
        "ids": ids,
        "stratify_by": batch.stratify_by,
        "pilot": pilot_left_out(batch),
    }


def drawn_ids(batch: Batch, *, most: int, eligible: int | None = None) -> list[str]:
    """Return the external ids of the first `most` items of the sample, in the order drawn.
    `eligible` is the number of eligible items if it is known. Raises SampleError if no sample can
    be drawn."""
    eligible = eligible_count(batch) if eligible is None else eligible
    wanted = min(drawn_count(batch, eligible=eligible), most)
    values = {**draw_values(batch), "most": wanted}
    with connection.cursor() as cursor:
        # The sample begins with the first items that can take part, in the order of all items. A
        # quick query finds them.
        cursor.execute(load(_DRAWN, "likely"), {**values, "most": wanted * LIKELY})
        likely = {**values, "ids": _column(cursor)}
        if not batch.stratify_by:
            first = _first(cursor, batch, likely)
        elif values["ids"] is None:
            first = _first_of_strata(cursor, likely, wanted, eligible)
        else:
            first = []
        return first if len(first) == wanted else _first(cursor, batch, values)


def _first_of_strata(
    cursor: CursorWrapper, likely: Mapping[str, SQLValue], wanted: int, eligible: int
) -> list[str]:
    """Return the first `wanted` ids of a stratified sample, computed from the ids in `likely`.
    Return an empty list if these ids are too few to be certain of the result."""
    cursor.execute(load(_DRAWN, "strata"), likely)
    sizes = dict(cursor.fetchall())
    if sum(sizes.values()) != eligible:
        cursor.execute(load(_DRAWN, "strata_taking_part"), likely)
        sizes = dict(cursor.fetchall())
    cursor.execute(load(_DRAWN, "numbered", drawn=load(_DRAWN, "drawn")), likely)
    numbers: Counter[str] = Counter()
    shares = []
    for place, (external_id, stratum) in enumerate(cursor.fetchall()):
        numbers[stratum] += 1
        shares.append(((numbers[stratum] - 0.5) / sizes[stratum], place, external_id))
    first = sorted(shares)[:wanted]
    others = [
        (numbers[stratum] + 0.5) / size
        for stratum, size in sizes.items()
        if numbers[stratum] < size
    ]
    if not first or (others and first[-1][0] >= min(others)):
        return []
    return [external_id for _share, _place, external_id in first]


def _first(cursor: CursorWrapper, batch: Batch, values: Mapping[str, SQLValue]) -> list[str]:
    cursor.execute(load(_DRAWN, "first", **drawn_sql(batch)), values)
    return _column(cursor)


def _column(cursor: CursorWrapper) -> list[str]:
    return [value for (value,) in cursor.fetchall()]


def strata_of(batch: Batch) -> list[str]:
    """Return the names of the fields that can be used for strata: those with few different values
    in the first items. The batch's current field is included."""
    values: dict[str, set[str]] = {}
    first = Item.objects.filter(dataset=batch.dataset_id).order_by("pk")
    for fields in first.values_list("fields", flat=True)[:SEEN]:
        for name, value in fields.items():
            values.setdefault(name, set()).add(str(value) if not isinstance(value, list) else "")
    names = [name for name, seen in values.items() if 1 < len(seen) <= MOST_VALUES]
    return sorted({*names, batch.stratify_by} - {""})
