"""Values in other tools' files, converted to texts and numbers."""

import json
from math import isfinite


def text_of(value: object) -> str:
    """Return a text unchanged, anything else as JSON, and None as a blank text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def number_of(value: object) -> float | None:
    """Return a finite number; true counts as 1."""
    if isinstance(value, (bool, int, float)):
        try:
            number = float(value)
        except OverflowError:
            return None
        return number if isfinite(number) else None
    return None


def is_plain(value: object) -> bool:
    """Return whether the value is a text or a number."""
    return isinstance(value, (str, int, float))
