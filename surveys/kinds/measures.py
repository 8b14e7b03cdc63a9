"""The measure of an answer, for the export's columns and the statistics."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Level = Literal["nominal", "ordinal", "interval"]
Best = Literal["highest", "lowest", "none"]


@dataclass(frozen=True)
class Measure:
    """The measures of a kind, for statistics.

    `value` is a point on a scale from `low` to `high`; `rank` a place among a page's outputs, 1 for
    the first; `pair` a choice between two outputs in `degrees` of strength: 1 to `degrees` for
    output a, as many more for output b, the weakest in the middle; any other number is for neither;
    `set` what was chosen of a list, each entry a bit of the number.
    `level` and `best` stand where the kind decides them, whatever the criterion says.
    """

    shape: Literal["value", "rank", "pair", "set", "turn"]
    low: float | None = None
    high: float | None = None
    level: Level | None = None
    best: Best | None = None
    degrees: int = 1

    def preferred(self, value: int) -> int:
        """Return which output a number of a `pair` is for: 1 for output a, 2 for output b, 0 for
        neither."""
        return -(-value // self.degrees) if 1 <= value <= 2 * self.degrees else 0


@dataclass(frozen=True)
class Column:
    """One column of answers. `allowed` says what each stored number means; empty for free text.
    `labels` are the words that the rubric gives to numbers.

    `measure` is None for a column that no statistic is taken of: a text, a single step, a sum.
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
