"""JSON from browsers. It is refused if it has numbers that cannot be computed with or stored."""

import json
import math
from typing import Any

from core.database.whole_numbers import LARGEST


def read_json(text: str | bytes) -> Any:
    """Return the value of a JSON text. Raises ValueError for anything but strict JSON with numbers
    of at most 64 bits."""
    try:
        return json.loads(text, parse_float=_finite, parse_int=_whole, parse_constant=_refused)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _whole(text: str) -> int:
    number = int(text)
    if not -LARGEST <= number <= LARGEST:
        raise ValueError(text)
    return number


def _refused(text: str) -> object:
    raise ValueError(text)
