"""A function that shortens a long text, for lists with little space."""

import re


def beginning(text: str, most: int) -> str:
    """Return `text` if it has at most `most` characters, or its first words followed by `…`. If
    whole words would fill less than half of this length, as in languages without spaces, a word is
    cut."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    whole = re.sub(r"\s+\S*\Z", "", cut)
    if not text[most - 1].isspace() and 2 * len(whole) >= most:
        cut = whole
    return f"{cut.rstrip()}…"
