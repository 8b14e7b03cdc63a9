"""What a draft costs, what an hour of it pays, and what a budget would buy instead."""

from decimal import Decimal, InvalidOperation
from typing import Any

from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from hits.batches.cost_preview import cost_preview, offers
from hits.batches.drafting import change_draft
from hits.batches.terms.starting import starting_terms
from hits.models import Batch
from hits.models.terms.overlap import MOST_ANNOTATORS
from hits.progress.times import hourly_pay
from payments.posting import available
from recruiting.least_pay import least_pay

MOST_BUDGET = Decimal(10**9)


def cost_context(batch: Batch, *, budget: str = "") -> dict[str, Any]:
    """The cost of the draft as it is stored, or why it has none; the money there is; pay by the
    hour; offers for `budget`."""
    money = available(batch.project)
    hourly, floor = hourly_pay(batch.reward, batch.expected_seconds), batch.project.hourly_floor
    context: dict[str, Any] = {
        "available": money,
        "hourly": hourly,
        "floor": floor,
        "is_below": hourly is not None and floor is not None and hourly < floor,
        "least_pay": (least := least_pay(batch)),
        "is_below_least": hourly is not None and least is not None and hourly < least.least,
    }
    try:
        preview = cost_preview(batch)
    except RateroomError as error:
        return {**context, "cost_error": str(error)}
    total = preview.cost.total
    amount = _amount(budget) or total
    return {
        **context,
        "preview": preview,
        "cost": preview.cost,
        "left": money - total,
        "work_seconds": (preview.cost.assignments + preview.cost.checks) * batch.expected_seconds,
        "budget": amount,
        "offers": offers(batch, preview, amount),
    }


def _amount(text: str) -> Decimal | None:
    """The amount of money that a person typed; None for anything else."""
    try:
        amount = Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() and 0 < amount <= MOST_BUDGET else None


def use_offer(batch: Batch, offer: str) -> None:
    """Take what a budget buys (`3:41`: 3 annotators, 41 items) into the draft."""
    before, _colon, after = offer.partition(":")
    annotators, items = whole_number(before) or 0, whole_number(after) or 0
    if not 1 <= annotators <= MOST_ANNOTATORS or not items:
        return
    changes = {
        "annotators_per_hit": annotators,
        "sample_rule": Batch.SampleRule.COUNT,
        "sample_count": items,
        "sample_fraction": None,
    }
    if annotators >= (batch.overlap_annotators or 0):
        changes |= {"overlap_percent": None, "overlap_annotators": None}
    change_draft(batch_id=batch.pk, changes=changes)


def use_terms(batch: Batch, number: str) -> None:
    """Take the price and sample that the rubric declares, by their number, into the draft."""
    declared = starting_terms(batch.rubric_version)
    chosen = whole_number(number)
    if chosen is not None and chosen < len(declared):
        change_draft(batch_id=batch.pk, changes=declared[chosen].changes)
