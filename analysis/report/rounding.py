"""Rounding of figures, the same on the page, in tables and in sentences."""

from decimal import ROUND_HALF_UP, Decimal


def rounded(value: float, decimals: int = 2) -> str:
    """Return `value` with the number of decimals, rounding halves away from zero like the page's
    `floatformat`; never "-0.00"."""
    exact = Decimal(repr(float(value)))
    text = str(exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP))
    return text.removeprefix("-") if not float(text) else text


def percent(share: float) -> str:
    """Return a share of 0 to 1 in per cent; 0 % and 100 % mean exactly none and all."""
    whole = round(100 * float(rounded(share)))
    if share < 1 and whole == 100:
        return "over 99 %"
    return "under 1 %" if share > 0 and whole == 0 else f"{whole} %"
