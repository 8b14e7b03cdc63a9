"""Fields that people saw and judges did not."""

from collections.abc import Sequence

from django.db.models import QuerySet

from hits.models import Batch
from judges.models import JudgeRun
from judges.prompts.prompting import fields_unseen


def runs_of(batches: Sequence[Batch]) -> QuerySet[JudgeRun]:
    """Return the runs of all batches, the oldest first, with the data about what each was shown."""
    runs = JudgeRun.objects.filter(batch__in=batches).order_by("pk")
    return runs.select_related("batch__rubric_version", "template")


def unseen_by_judge(batches: Sequence[Batch]) -> dict[str, tuple[str, ...]]:
    """Return, by the judge's name, the fields that people saw and a judge did not in any of its
    runs. A question mark after a field means that this is unknown."""
    unseen: dict[str, dict[str, None]] = {}
    for run in runs_of(batches):
        unseen.setdefault(run.name, {}).update(dict.fromkeys(fields_unseen(run)))
    return {name: tuple(fields) for name, fields in unseen.items() if fields}
