"""How a long text begins, for a list that has no room for the whole."""


def beginning(text: str, most: int) -> str:
    """`text`, or at most `most` letters of it with `…`: whole words, unless the last would take
    more than half of it, as where words are written without spaces."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    words = cut.rsplit(maxsplit=1)
    if not text[most - 1].isspace() and len(words) == 2 and 2 * len(words[0]) >= most:
        cut = words[0]
    return f"{cut.rstrip()}…"
