"""The third step: which systems take part, and which items are drawn."""

from typing import Any

from core.errors import RateroomError
from hits.batches.cost_preview import cost_preview
from hits.batches.sampling import drawn_ids, eligible_count
from hits.models import Batch
from stimuli.models import Item

LISTED = 60  # drawn ids to look at
MOST_VALUES = 20  # of a field that strata are made of
SEEN = 500  # items that tell which fields have few values


def compared_context(batch: Batch) -> dict[str, Any]:
    """How many items there are, how many HITs the sample makes, and the first ids drawn."""
    eligible = eligible_count(batch)
    context: dict[str, Any] = {
        "items": Item.objects.filter(dataset=batch.dataset_id).count(),
        "eligible": eligible,
        "per_page": batch.rubric_version.spec.outputs.per_page,
    }
    try:
        context["preview"] = cost_preview(batch, eligible=eligible)
        context["drawn"] = drawn_ids(batch, most=LISTED, eligible=eligible)
    except RateroomError as error:
        context["problem"] = str(error)
    return context


def strata_of(batch: Batch) -> list[str]:
    """The fields by which a sample may be stratified: texts with few values among the first
    items."""
    values: dict[str, set[str]] = {}
    first = Item.objects.filter(dataset=batch.dataset_id).order_by("pk")
    for fields in first.values_list("fields", flat=True)[:SEEN]:
        for name, value in fields.items():
            values.setdefault(name, set()).add(str(value) if not isinstance(value, list) else "")
    names = [name for name, seen in values.items() if 1 < len(seen) <= MOST_VALUES]
    return sorted({*names, batch.stratify_by} - {""})
