"""Values of other tools as texts and numbers."""

import json
from math import isfinite


def text_of(value: object) -> str:
    """Return a text as it is, anything else as JSON, and nothing as a blank text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def number_of(value: object) -> float | None:
    """Return a finite number; true is 1."""
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
