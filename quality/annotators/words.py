"""An annotator's statistics as texts for pages."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from quality.measures import Unit

NARROW = "\N{NO-BREAK SPACE}"  # before a unit
WHOLE_SECONDS = 10  # from here on without decimals


def interval_in_words(unit: Unit, low: float | None, high: float | None) -> str:
    """Return the interval as text. Units of seconds and per cent are written only once. Return ""
    if an end is missing."""
    if low is None or high is None:
        return ""
    words = in_words(unit, low), in_words(unit, high)
    if unit in {"seconds", "share"}:
        return f"{words[0].partition(NARROW)[0]}–{words[1]}"
    return _("%(low)s to %(high)s") % {"low": words[0], "high": words[1]}


def in_words(unit: Unit, number: float | None) -> str:
    """Return the number as text with its unit, or "" for None."""
    if number is None:
        return ""
    if unit == "seconds":
        return f"{number_format(number, 0 if number >= WHOLE_SECONDS else 1)}{NARROW}s"
    if unit == "share":
        return f"{number_format(100 * number, 0)}{NARROW}%"
    if unit == "factor":
        return f"× {number_format(number, 2)}"
    if unit == "difference":
        return f"{'+' if number > 0 else ''}{number_format(number, 2)}"
    return number_format(number, 2)
