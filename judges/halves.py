"""The two halves of a batch's items: one for writing prompts, and a locked one for measuring."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection

from core.database.sql import SQLValue, load
from hits.models import Batch
from judges.models import JudgeRun

PARTS = "judges/sql/parts.sql"


def hits_of_part() -> str:
    """Return SQL for the main HITs about a part of a batch's items, with the alias `hit`. The SQL
    has the parameters `batch` and `part`, and reads the items only if the part is a half."""
    return load(PARTS, "hits")


def count_of_part(batch: Batch, part: str) -> int:
    """Return the number of the batch's main HITs about this part of its items (a half, or all)."""
    ((count,),) = _asked("count", batch, part)
    return count


def ids_of_part(batch: Batch, part: str) -> set[int]:
    """Return the ids of the batch's main HITs about this part of its items (a half, or all)."""
    return {pk for (pk,) in _asked("ids", batch, part)}


def part_about(batch: Batch, hits: Collection[int]) -> JudgeRun.Part:
    """Return the half of the items that all of these HITs are about. If the HITs are about both
    halves, or if the batch has no other HITs, return the part with all items."""
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
    """A run that shows the locked half. `number` is the run's number among all such runs of the
    batch, and `of` is how many there are."""

    number: int
    of: int


def looks(batch: Batch) -> dict[int, Look]:
    """Return the runs that have replies about the locked half, by id. Return an empty dict if no
    run of the batch is about a half."""
    runs = list(batch.judge_runs.order_by("pk").values_list("pk", "part"))
    if not any(part for _pk, part in runs):
        return {}
    answered = set(batch.judge_runs.filter(verdicts__isnull=False).values_list("pk", flat=True))
    seen = [pk for pk, part in runs if pk in answered and part != JudgeRun.Part.WRITING]
    return {pk: Look(number, len(seen)) for number, pk in enumerate(seen, 1)}
