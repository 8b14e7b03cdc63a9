"""Rounding of statistics, which is the same on the report's page, in tables and in sentences."""

from decimal import ROUND_HALF_UP, Decimal


def rounded(value: float, decimals: int = 2) -> str:
    """Return `value` as text with this number of decimals, but never "-0.00". Halves are rounded
    away from zero, as in Django's `floatformat`."""
    exact = Decimal(repr(float(value)))
    text = str(exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP))
    return text.removeprefix("-") if not float(text) else text


def percent(share: float) -> str:
    """Return a share from 0 to 1 as a percentage. A share above 0 is never "0 %" but "under 1 %",
    and a share below 1 is never "100 %" but "over 99 %"."""
    whole = round(100 * float(rounded(share)))
    if share < 1 and whole == 100:
        return "over 99 %"
    return "under 1 %" if share > 0 and whole == 0 else f"{whole} %"
