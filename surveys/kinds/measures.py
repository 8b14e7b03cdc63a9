"""Measures of answers, for the export's columns and the statistics."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Level = Literal["nominal", "ordinal", "interval"]
Best = Literal["highest", "lowest", "none"]


@dataclass(frozen=True)
class Measure:
    """How the answers of a kind are measured.

    A `value` is a point on a scale from `low` to `high`. A `rank` is a place among a page's
    outputs, 1 for the first. A `pair` is a choice between two outputs with `degrees` of strength.
    It has 1 to `degrees` for output a, strongest first, then as many for output b, strongest last.
    Any other number is for neither. A `set` is a choice from a list, with a bit of the number for
    each entry. `level` and `best` are set if the kind decides them, whatever the criterion says.
    """

    shape: Literal["value", "rank", "pair", "set", "turn"]
    low: float | None = None
    high: float | None = None
    level: Level | None = None
    best: Best | None = None
    degrees: int = 1

    def preferred(self, value: int) -> int:
        """Return the output that a number of a `pair` favours: 1 for output a, 2 for output b, 0
        for neither."""
        return -(-value // self.degrees) if 1 <= value <= 2 * self.degrees else 0


@dataclass(frozen=True)
class Column:
    """One column of answers. `allowed` explains each stored number and is empty for free text.
    `labels` are the rubric's words for numbers.

    `measure` is None for a column without statistics: a text, a single step, a sum.
    """

    key: str
    label: str
    section: str
    kind: str
    criterion: str = ""
    output: str = ""
    level: str = ""
    best: str = ""
    allowed: str = ""
    derived: bool = False
    is_text: bool = False
    in_wide: bool = True
    measure: Measure | None = None
    labels: Mapping[int, str] = field(default_factory=dict)
