"""A function that shortens a long text to its beginning, for lists with little space."""

import re


def beginning(text: str, most: int) -> str:
    """Return `text`, or its first words followed by `…`, in at most `most` characters. A word is
    cut if whole words would fill less than half of this length, as in languages without spaces."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    whole = re.sub(r"\s+\S*\Z", "", cut)
    if not text[most - 1].isspace() and 2 * len(whole) >= most:
        cut = whole
    return f"{cut.rstrip()}…"
