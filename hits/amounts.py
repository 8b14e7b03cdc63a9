"""Amounts of money: formatting, and the reward for an hourly pay."""

from decimal import ROUND_CEILING, Decimal

from django.utils.formats import number_format
from django.utils.translation import pgettext

CENT = Decimal("0.01")
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}


def reward_for(hourly: Decimal, seconds: float) -> Decimal:
    """Return the reward, in whole cents, that pays `hourly` per hour for HITs of `seconds` each."""
    return (hourly * Decimal(seconds) / 3600).quantize(CENT, ROUND_CEILING)


def money(amount: Decimal, currency: str) -> str:
    """Format an amount: $0.05, or 0.05 CHF if the currency has no sign here. The language decides
    where the sign is."""
    if amount < 0:
        return f"−{money(-amount, currency)}"
    number = number_format(amount, 2, use_l10n=True, force_grouping=True)
    sign = SIGNS.get(currency)
    if sign is None:
        return f"{number}\u00a0{currency}"
    return pgettext("money", "%(sign)s%(amount)s") % {"sign": sign, "amount": number}
