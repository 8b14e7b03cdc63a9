"""A pattern for fixed lists of phrases, which guards and reply readers search for."""

import re


def any_of(*phrases: str) -> re.Pattern[str]:
    """Return a pattern that matches any of `phrases` as whole words, ignoring case. Each phrase is
    a regular expression."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)
