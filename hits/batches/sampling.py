"""Which items a batch rates: seeded, and reproducible outside the program from one formula.

Order the external ids by the hexadecimal SHA-256 of `f"{seed}:{external_id}"` and take the first n.
The same in SQL: `sample` in `hits/batches/sql/publish.sql`.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.db import connection

from database.sql import load
from hits.models import Batch
from stimuli.models import Item
from tabular.errors import RateroomError


class SampleError(RateroomError):
    """A sample that cannot be drawn from these items."""


def sample_ids(external_ids: Iterable[str], *, seed: int, count: int) -> list[str]:
    """The `count` ids of the sample, in the order drawn."""

    def rank(external_id: str) -> tuple[bytes, str]:
        return hashlib.sha256(f"{seed}:{external_id}".encode()).digest(), external_id

    return sorted(external_ids, key=rank)[:count]


def fraction_count(total: int, fraction: Decimal) -> int:
    """`fraction` of `total` items, rounded half up: 0.2 of 2,489 is 497.8, so 498."""
    return int((total * fraction).quantize(Decimal(1), ROUND_HALF_UP))


@dataclass(frozen=True)
class Reading:
    """One way to read the size that was asked for: `rule` says how `count` came about."""

    rule: str
    count: int
    share: Decimal  # of the eligible items, exact to four places


def share_of(count: int, total: int) -> Decimal:
    return (
        (Decimal(count) / total).quantize(Decimal("0.0001"), ROUND_HALF_UP) if total else Decimal(0)
    )


def round_count(count: int) -> int:
    """`count` to two significant digits, as people state it: 498 becomes 500."""
    magnitude = max(0, len(str(count)) - 2)
    return int(Decimal(count).quantize(Decimal(1).scaleb(magnitude), ROUND_HALF_UP))


def readings(batch: Batch, total: int) -> list[Reading]:
    """What the batch asks for first; then the other reading of the same wish, where the two
    differ."""
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
    else:
        both = [("all items", chosen)]
    distinct = both[:1] + [other for other in both[1:] if other[1] not in {chosen, 0}]
    return [Reading(rule, count, share_of(count, total)) for rule, count in distinct]


def sample_size(batch: Batch, total: int) -> int:
    """How many of `total` eligible items the batch rates. Raises SampleError where that cannot
    be."""
    size = total
    if batch.sample_rule == Batch.SampleRule.COUNT:
        size = batch.sample_count or 0
    elif batch.sample_rule == Batch.SampleRule.FRACTION:
        size = fraction_count(total, batch.sample_fraction or Decimal(0))
    if not 1 <= size <= total:
        raise SampleError(
            f"The sample would be {size:,} items, "
            f"but {total:,} items have an output from every chosen system.",
            where="Sample",
            remedy=f"Ask for 1 to {total:,} items, or choose systems that cover more."
            if total
            else "Choose systems.",
        )
    return size


def eligible_count(batch: Batch) -> int:
    """How many items have an output from every chosen system: only these are the same images for
    all."""
    from django.db.models import Count

    chosen = list(batch.systems.values_list("pk", flat=True))
    if not chosen:
        return 0
    items = Item.objects.filter(dataset=batch.dataset_id, outputs__system__in=chosen)
    return items.annotate(found=Count("outputs")).filter(found=len(chosen)).count()


_DRAWN = load("hits/batches/sql/drawn.sql", "drawn")


def drawn_ids(batch: Batch, *, most: int) -> list[str]:
    """The first external ids of the batch's sample, in the order drawn, at most `most`. Raises
    SampleError."""
    count = sample_size(batch, eligible_count(batch))
    systems = list(batch.systems.values_list("pk", flat=True))
    values: dict[str, Any] = {
        "dataset": batch.dataset_id,
        "systems": systems,
        "wanted": len(systems),
        "seed": batch.seed,
        "most": min(count, most),
    }
    with connection.cursor() as cursor:
        cursor.execute(_DRAWN, values)
        return [external_id for (external_id,) in cursor.fetchall()]
