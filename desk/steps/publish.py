"""The last step: what the pre-flight found, all that was chosen, what it costs, and the button that
promises it."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from desk.steps.cost import cost_context
from hits.batches.audience import who_may_work
from hits.batches.preflight.choices import (
    accept_findings,
    leave_items_out,
    mask_outputs,
    take_items_in,
    unmask_outputs,
)
from hits.batches.preflight.running import preflight
from hits.batches.publishing import publish_batch
from hits.models import Batch
from people.models import User
from tabular.errors import RateroomError


def publish_context(batch: Batch) -> dict[str, Any]:
    """The pre-flight; the choices, each with its step; the cost; who may work."""
    context = {
        **cost_context(batch),
        **who_may_work(batch),
        "systems": batch.systems.count(),
        "declared_rules": list(batch.declared_rules.all()),
    }
    if "cost_error" not in context:
        context["preflight"] = preflight(batch, eligible=context["preview"].eligible)
    return context


def decide(batch: Batch, act: str, check: str, *, by: User) -> None:
    """Keep what was decided about one finding: `accept`, `leave_out` or `mask`, or `take_in` and
    `unmask` again. Raises RateroomError."""
    if act == "accept":
        findings = [finding for finding in preflight(batch).open if finding.check == check]
        accept_findings(batch_id=batch.pk, findings=findings, by=by)
    elif act == "leave_out":
        leave_items_out(batch_id=batch.pk, check=check, by=by)
    elif act == "mask":
        mask_outputs(batch_id=batch.pk, by=by)
    elif act == "unmask":
        unmask_outputs(batch_id=batch.pk)
    elif act == "take_in":
        take_items_in(batch_id=batch.pk, check=check)


@transaction.atomic
def publish(batch: Batch, *, by: User) -> bool:
    """Promise the draft's terms; what was found and not decided on is accepted by whoever
    publishes. False when it was published before. Raises RateroomError."""
    seen = preflight(batch)
    if seen.musts:
        raise RateroomError(
            _("The pre-flight found what annotators could not rate."),
            where=_("Publish"),
            remedy=_("Mend it, or leave those items out."),
        )
    accept_findings(batch_id=batch.pk, findings=seen.open, by=by)
    return publish_batch(batch_id=batch.pk, by=by)
