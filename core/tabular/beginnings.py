"""How a long text begins, for a list that has no room for the whole."""

import re


def beginning(text: str, most: int) -> str:
    """`text`, or at most `most` letters of it with `…`: whole words, unless the last would take
    more than half of it, as where words are written without spaces."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    whole = re.sub(r"\s+\S*\Z", "", cut)
    if not text[most - 1].isspace() and 2 * len(whole) >= most:
        cut = whole
    return f"{cut.rstrip()}…"
