"""The beginning of a long text, for lists with little room."""

import re


def beginning(text: str, most: int) -> str:
    """Return `text`, or its first words and `…`, in at most `most` characters. Cut inside a word
    if whole words would fill less than half, as in languages without spaces."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    whole = re.sub(r"\s+\S*\Z", "", cut)
    if not text[most - 1].isspace() and 2 * len(whole) >= most:
        cut = whole
    return f"{cut.rstrip()}…"
