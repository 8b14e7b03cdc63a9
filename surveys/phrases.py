"""Helper for the closed lists of phrases in a rubric's guards and in the readers of replies."""

import re


def any_of(*phrases: str) -> re.Pattern[str]:
    """Return a pattern for any of `phrases` as whole words. Each phrase is a regular expression."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)
