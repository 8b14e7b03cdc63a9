"""Durations in words."""

from django.utils.translation import gettext as _

MOST_MINUTES, MOST_SECONDS = 5400, 90  # larger values are given in hours, or in minutes


def in_words(seconds: float) -> str:
    """Return a number of seconds as people say it: 45 s, 3 min, 2 h."""
    if seconds >= MOST_MINUTES:
        return _("%(number)s h") % {"number": round(seconds / 3600)}
    if seconds >= MOST_SECONDS:
        return _("%(number)s min") % {"number": round(seconds / 60)}
    return _("%(number)s s") % {"number": round(seconds)}
