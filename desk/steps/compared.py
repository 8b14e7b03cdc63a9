"""The third step: which systems take part, and which items are drawn."""

from core.errors import RateroomError
from hits.batches.cost_preview import cost_preview
from hits.batches.sampling import drawn_ids, eligible_count
from hits.models import Batch
from stimuli.models import Item

LISTED = 60  # drawn ids to look at


def compared_context(batch: Batch) -> dict[str, object]:
    """Return how many items there are, how many HITs the sample makes, and the first ids drawn."""
    eligible = eligible_count(batch)
    context: dict[str, object] = {
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
