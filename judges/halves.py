"""The two halves of a batch's items. Researchers develop prompts on one half and measure the judge
on the other, locked half."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection

from core.database.sql import SQLValue, load
from hits.models import Batch
from judges.models import JudgeRun

PARTS = "judges/sql/parts.sql"


def hits_of_part() -> str:
    """Return SQL for a batch's main HITs whose items are in one part: a half, or all items. The
    HITs have the alias `hit`. The SQL has the parameters `batch` and `part`, and reads the items
    only if the part is a half."""
    return load(PARTS, "hits")


def count_of_part(batch: Batch, part: str) -> int:
    """Return the number of the batch's main HITs whose items are in this part: a half, or all
    items."""
    ((count,),) = _asked("count", batch, part)
    return count


def ids_of_part(batch: Batch, part: str) -> set[int]:
    """Return the ids of the batch's main HITs whose items are in this part: a half, or all
    items."""
    return {pk for (pk,) in _asked("ids", batch, part)}


def part_about(batch: Batch, hits: Collection[int]) -> JudgeRun.Part:
    """Return the half that contains the items of all these HITs. Return the part with all items if
    the HITs belong to both halves, or if all HITs of the batch belong to one half."""
    for part in (JudgeRun.Part.WRITING, JudgeRun.Part.LOCKED):
        of_part = ids_of_part(batch, part)
        if of_part.issuperset(hits) and batch.hits.exclude(pk__in=of_part).exists():
            return part
    return JudgeRun.Part.ALL


def _asked(name: str, batch: Batch, part: str) -> list[tuple[int]]:
    with connection.cursor() as cursor:
        values: dict[str, SQLValue] = {"batch": batch.pk, "part": str(part)}
        cursor.execute(load(PARTS, name, hits=hits_of_part()), values)
        return cursor.fetchall()


@dataclass(frozen=True)
class Look:
    """A run's place among the batch's runs that have replies about the locked half: it is run
    `number` of `of`."""

    number: int
    of: int


def looks(batch: Batch) -> dict[int, Look]:
    """Return a `Look` for each run that has replies about the locked half, by run id. Return an
    empty dict if no run of the batch is limited to a half."""
    runs = list(batch.judge_runs.order_by("pk").values_list("pk", "part"))
    if not any(part for _pk, part in runs):
        return {}
    answered = set(batch.judge_runs.filter(verdicts__isnull=False).values_list("pk", flat=True))
    seen = [pk for pk, part in runs if pk in answered and part != JudgeRun.Part.WRITING]
    return {pk: Look(number, len(seen)) for number, pk in enumerate(seen, 1)}
