"""The cost of a draft, its hourly pay compared with the panel's minimum, and cheaper alternatives
for a budget."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from core.errors import RateroomError
from hits.batches.cost_preview import cost_preview, offers
from hits.models import Batch
from hits.progress.running import hourly_pay
from payments.posting import available


@dataclass(frozen=True)
class LeastPay:
    """A panel's minimum and recommended pay per hour, in one currency."""

    panel: str
    least: Decimal
    advised: Decimal


# Minimum pay as of September 2026. For other currencies, Prolific reports its own minimum.
PROLIFIC: Mapping[str, LeastPay] = {
    "GBP": LeastPay("Prolific", Decimal(6), Decimal(9)),
    "USD": LeastPay("Prolific", Decimal(8), Decimal(12)),
}


def least_pay(batch: Batch) -> LeastPay | None:
    """Return Prolific's minimum pay in the project's currency, if people come from a panel. Return
    None otherwise, or if the currency is neither pounds nor dollars."""
    from_panel = batch.fee_rule == Batch.FeeRule.PANEL or batch.audience == Batch.Audience.PANEL
    return PROLIFIC.get(batch.project.currency) if from_panel else None


MOST_BUDGET = Decimal(10**9)


def cost_context(batch: Batch, *, budget: str = "") -> dict[str, Any]:
    """Return the template context of a draft's cost: the cost or the reason why it cannot be
    computed, the project's balance, the hourly pay, and alternatives that fit `budget`."""
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
    try:
        amount = Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() and 0 < amount <= MOST_BUDGET else None
