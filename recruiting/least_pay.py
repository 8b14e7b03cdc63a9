"""The least that panels let people be paid an hour, by their own rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from hits.models import Batch


@dataclass(frozen=True)
class LeastPay:
    """A panel's amounts an hour, in the currency that was asked for."""

    panel: str
    least: Decimal
    advised: Decimal


# As of September 2026; in other currencies Prolific says its least itself.
PROLIFIC: Mapping[str, LeastPay] = {
    "GBP": LeastPay("Prolific", Decimal(6), Decimal(9)),
    "USD": LeastPay("Prolific", Decimal(8), Decimal(12)),
}


def least_pay(batch: Batch) -> LeastPay | None:
    """Return what holds for the batch; None if no panel sends its people, or none of those that we
    know says a least in its currency."""
    from_panel = batch.fee_rule == Batch.FeeRule.PANEL or batch.audience == Batch.Audience.PANEL
    return PROLIFIC.get(batch.project.currency) if from_panel else None
