"""Amounts of money and durations as text."""

from decimal import ROUND_CEILING, Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

# seconds; from these values on, times are in hours, or in minutes
MOST_MINUTES, MOST_SECONDS = 5400, 90


def in_words(seconds: float) -> str:
    """Return a number of seconds as a short text, for example “45 s”, “3 min” or “2 h”."""
    if seconds >= MOST_MINUTES:
        return _("%(number)s h") % {"number": round(seconds / 3600)}
    if seconds >= MOST_SECONDS:
        return _("%(number)s min") % {"number": round(seconds / 60)}
    return _("%(number)s s") % {"number": round(seconds)}


CENT = Decimal("0.01")
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}


def reward_for(hourly: Decimal, seconds: float) -> Decimal:
    """Return the reward per HIT for this hourly pay and time per HIT, rounded up to whole cents."""
    return (hourly * Decimal(seconds) / 3600).quantize(CENT, ROUND_CEILING)


def money(amount: Decimal, currency: str) -> str:
    """Return the amount as text, for example “$0.05”, or “0.05 CHF” if the currency has no sign
    here. The language determines the position of the sign."""
    if amount < 0:
        return f"−{money(-amount, currency)}"
    number = number_format(amount, 2, use_l10n=True, force_grouping=True)
    sign = SIGNS.get(currency)
    if sign is None:
        return f"{number}\u00a0{currency}"
    return pgettext("money", "%(sign)s%(amount)s") % {"sign": sign, "amount": number}
