"""What the platform takes for an assignment, by the rule that a batch declares. Exact decimals,
rounded half up."""

from decimal import ROUND_HALF_UP, Decimal

from django.db import models
from django.utils.translation import gettext_lazy as _

CENT = Decimal("0.01")


MANY_ANNOTATORS = 10  # from here on MTurk's rule doubled the rate


class FeeRule(models.TextChoices):
    FLAT = "flat", _("Flat: the same fee for every assignment")
    MTURK = "mturk", _("MTurk's: 20 %, at least 0.01; 40 % from ten annotators per HIT")


def fee_per_assignment(
    *, rule: str, reward: Decimal, flat_fee: Decimal, annotators_per_hit: int
) -> Decimal:
    """The fee for one assignment.

    `mturk` is the rule that Mechanical Turk published: 20 % of the reward, at least 0.01; 40 % from
    ten per HIT.
    """
    if rule == FeeRule.FLAT:
        return flat_fee
    rate = Decimal("0.40") if annotators_per_hit >= MANY_ANNOTATORS else Decimal("0.20")
    return max(CENT, (reward * rate).quantize(CENT, ROUND_HALF_UP))
