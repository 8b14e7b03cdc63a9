"""Handling of characters that PostgreSQL cannot store in a text."""

import re
from collections.abc import Iterator

UNSTORABLE = re.compile("[\0\ud800-\udfff]")  # NUL, and unpaired surrogates


def replaced(text: str) -> str:
    """Return `text` with � in place of the characters that cannot be stored."""
    return UNSTORABLE.sub("�", text)


def texts_in(value: object) -> Iterator[str]:
    """Yield every text inside a JSON value, including the keys of objects."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts_in([*value, *value.values()])
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)
