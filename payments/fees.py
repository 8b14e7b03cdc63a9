"""The platform's fee for an assignment according to the batch's fee rule, in exact decimals."""

from decimal import ROUND_HALF_UP, Decimal

from django.db import models
from django.utils.translation import gettext_lazy as _

CENT = Decimal("0.01")


MANY_ANNOTATORS = 10  # annotators per HIT; from this number on, MTurk's rate is doubled


class FeeRule(models.TextChoices):
    FLAT = "flat", _("Flat: the same fee for every assignment")
    MTURK = "mturk", _("MTurk: 20 % of the reward (40 % from 10 annotators per HIT), at least 0.01")
    # A panel such as Prolific pays its people itself, so the site pays them nothing.
    PANEL = "panel", _("Panel: a share of the reward; the panel pays annotators")


def fee_per_assignment(
    *,
    rule: str,
    reward: Decimal,
    flat_fee: Decimal,
    annotators_per_hit: int,
    rate: Decimal | None = None,
) -> Decimal:
    """Return the fee for one assignment.

    The rule `mturk` is Mechanical Turk's published rule: 20 % of the reward, or 40 % if a HIT has
    ten annotators or more, but at least 0.01. `panel` is `rate` times the reward. `flat` is
    `flat_fee`.
    """
    if rule == FeeRule.PANEL:
        return (reward * (rate or Decimal(0))).quantize(CENT, ROUND_HALF_UP)
    if rule == FeeRule.FLAT:
        return flat_fee
    rate = Decimal("0.40") if annotators_per_hit >= MANY_ANNOTATORS else Decimal("0.20")
    return max(CENT, (reward * rate).quantize(CENT, ROUND_HALF_UP))
