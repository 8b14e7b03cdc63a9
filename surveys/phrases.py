"""Closed lists of phrases, as guards of a rubric and readers of replies look for them."""

import re


def any_of(*phrases: str) -> re.Pattern[str]:
    """Return the pattern of any of `phrases`, patterns themselves, between other signs than letters
    and digits.
    """
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)
