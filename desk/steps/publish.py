"""The last step: all that was chosen, what it costs, and the button that promises it."""

from typing import Any

from desk.steps.cost import cost_context
from hits.batches.audience import who_may_work
from hits.batches.publishing import publish_batch
from hits.models import Batch
from people.models import User


def publish_context(batch: Batch) -> dict[str, Any]:
    """The choices in sentences, each with its step; the cost; who may work."""
    return {**cost_context(batch), **who_may_work(batch), "systems": batch.systems.count()}


def publish(batch: Batch, *, by: User) -> bool:
    """Promise the draft's terms; False when it was published before. Raises RateroomError."""
    return publish_batch(batch_id=batch.pk, by=by)
