"""Criteria that are worth points, and the share of these points that an output earns."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import Field

from surveys.base import Declared, Text
from surveys.kinds.numbers import rounded

MOST = 10
DECIMALS = 6
_KEYS = ("criterion", "points", "tags")


class Weighted(Declared):
    """A criterion that an output meets or fails. If the points are negative, an output that meets
    the criterion loses points."""

    words: ClassVar[tuple[str, ...]] = ("criterion",)

    criterion: Text
    points: float = Field(default=1, ge=-MOST, le=MOST)
    tags: tuple[Text, ...] = ()


def weighted(entry: Any) -> Weighted | None:
    """Return an entry of an item's list as a criterion, or None if the entry is not valid. A plain
    text is a criterion worth 1 point."""
    if isinstance(entry, str):
        entry = {"criterion": entry}
    if not isinstance(entry, Mapping):
        return None
    cells = {key: entry[key] for key in _KEYS if entry.get(key) is not None}
    try:
        return Weighted.model_validate(cells)
    except ValueError:
        return None


def share(entries: Sequence[Weighted], met: Sequence[bool], *, clipped: bool) -> int | float | None:
    """Return the sum of the points of all criteria met, divided by the sum of all positive points.
    Return None if there are no positive points.

    With `clipped`, a share below 0 becomes 0, and a share above 1 becomes 1.
    """
    possible = sum(entry.points for entry in entries if entry.points > 0)
    if not possible:
        return None
    earned = sum(entry.points for entry, is_met in zip(entries, met, strict=True) if is_met)
    ratio = earned / possible
    return rounded(min(1, max(0, ratio)) if clipped else ratio, DECIMALS)
