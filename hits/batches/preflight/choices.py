"""Decisions on findings, with their authors: accepting findings, leaving out items, and masking
outputs."""

from collections.abc import Sequence

from django.db import transaction

from hits.batches.drafting import locked_draft
from hits.batches.preflight.base import Finding
from hits.batches.preflight.checks import CHECKS, named_systems
from hits.batches.publishing import staged_sample
from hits.models import AcceptedFinding, Batch, LeftOutItem, MaskedOutput
from people.models import User

BY_NAME = {check.name: check for check in CHECKS}


@transaction.atomic
def accept_findings(*, batch_id: int, findings: Sequence[Finding], by: User) -> int:
    """Record that `by` accepts these findings. Return the number of newly accepted findings. Raises
    NotADraft if the batch is not a draft."""
    batch = locked_draft(batch_id)
    before = AcceptedFinding.objects.filter(batch=batch).count()
    AcceptedFinding.objects.bulk_create(
        [
            AcceptedFinding(
                batch=batch,
                check_name=finding.check,
                fingerprint=finding.fingerprint,
                rows=finding.rows,
                accepted_by=by,
            )
            for finding in findings
        ],
        ignore_conflicts=True,
    )
    return AcceptedFinding.objects.filter(batch=batch).count() - before


@transaction.atomic
def leave_items_out(*, batch_id: int, check: str, by: User) -> int:
    """Leave the items that this check finds out of the draft's sample, and return their number.
    Raises NotADraft for other batches, and RateroomError if no sample can be drawn."""
    batch = locked_draft(batch_id)
    with staged_sample(batch) as cursor:
        items = BY_NAME[check].items(cursor, batch) if check in BY_NAME else []
    LeftOutItem.objects.bulk_create(
        [LeftOutItem(batch=batch, item_id=pk, check_name=check, left_out_by=by) for pk in items],
        ignore_conflicts=True,
    )
    return len(items)


@transaction.atomic
def mask_outputs(*, batch_id: int, by: User) -> int:
    """Mask the words in the draft's outputs that reveal a system. Return the number of newly masked
    outputs. Raises NotADraft for other batches, and RateroomError if no sample can be drawn."""
    batch = locked_draft(batch_id)
    with staged_sample(batch) as cursor:
        return named_systems.mask(cursor, batch, by=by)


def decide_on(*, batch: Batch, act: str, check: str, by: User) -> int:
    """Apply the decision `act` to the findings of a check: leave out the items, or mask the
    outputs. Return the number of items or outputs. Raises NotADraft for other batches, and
    RateroomError if no sample can be drawn."""
    if act == "mask":
        return mask_outputs(batch_id=batch.pk, by=by)
    return leave_items_out(batch_id=batch.pk, check=check, by=by)


@transaction.atomic
def unmask_outputs(*, batch_id: int) -> int:
    """Remove the masks from all outputs of the draft. Return the number of outputs that were
    masked. Raises NotADraft if the batch is not a draft."""
    deleted, _by_model = MaskedOutput.objects.filter(batch=locked_draft(batch_id)).delete()
    return deleted


@transaction.atomic
def take_items_in(*, batch_id: int, check: str) -> int:
    """Include again the items that were left out because of this check, and return their number.
    Raises NotADraft if the batch is not a draft."""
    batch: Batch = locked_draft(batch_id)
    deleted, _by_model = LeftOutItem.objects.filter(batch=batch, check_name=check).delete()
    return deleted
