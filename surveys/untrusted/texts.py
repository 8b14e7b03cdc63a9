"""What PostgreSQL cannot hold in a text."""

import re

UNSTORABLE = re.compile("[\0\ud800-\udfff]")  # NUL, and half of a surrogate pair


def replaced(text: str) -> str:
    """Return `text` with � in place of characters that cannot be stored."""
    return UNSTORABLE.sub("�", text)
