"""Closed lists of phrases for a rubric's guards and for readers of replies."""

import re


def any_of(*phrases: str) -> re.Pattern[str]:
    """Return a pattern for any of `phrases`, each a regular expression, as whole words."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)
