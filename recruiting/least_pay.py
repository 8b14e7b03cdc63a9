"""The minimum hourly pay that panels require."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from hits.models import Batch


@dataclass(frozen=True)
class LeastPay:
    """A panel's hourly amounts, in the requested currency."""

    panel: str
    least: Decimal
    advised: Decimal


# As of September 2026. In other currencies Prolific reports its own minimum.
PROLIFIC: Mapping[str, LeastPay] = {
    "GBP": LeastPay("Prolific", Decimal(6), Decimal(9)),
    "USD": LeastPay("Prolific", Decimal(8), Decimal(12)),
}


def least_pay(batch: Batch) -> LeastPay | None:
    """Return the requirement for the batch; None if none of its panels states one in its
    currency."""
    from_panel = batch.fee_rule == Batch.FeeRule.PANEL or batch.audience == Batch.Audience.PANEL
    return PROLIFIC.get(batch.project.currency) if from_panel else None
