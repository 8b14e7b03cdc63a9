"""Measures of answers. A measure determines the columns of an export and the statistics."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Level = Literal["nominal", "ordinal", "interval"]
Best = Literal["highest", "lowest", "none"]


@dataclass(frozen=True)
class Measure:
    """How the answers of a kind are measured.

    A `value` is a point on a scale from `low` to `high`. A `rank` is a place among a page's
    outputs, with 1 for the best. A `pair` is a choice between two outputs with `degrees` of
    strength. The numbers 1 to `degrees` prefer output a, from strongest to weakest. The next
    `degrees` numbers prefer output b, from weakest to strongest. Any other number prefers neither
    output. A `set` is a choice from a list, stored as a number with a bit for each entry. `level`
    and `best` are set if the kind of the section determines them instead of the criterion.
    """

    shape: Literal["value", "rank", "pair", "set", "turn"]
    low: float | None = None
    high: float | None = None
    level: Level | None = None
    best: Best | None = None
    degrees: int = 1

    def preferred(self, value: int) -> int:
        """Return the output that the answer `value` of a `pair` prefers: 1 for a, 2 for b, 0 for
        neither."""
        return -(-value // self.degrees) if 1 <= value <= 2 * self.degrees else 0


@dataclass(frozen=True)
class Column:
    """One column of answers. `allowed` explains each stored number and is "" for free text.
    `labels` are the rubric's texts for the stored numbers.

    `measure` is None for a column without statistics, for example a text, a single step or a sum.
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
