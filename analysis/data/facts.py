"""Facts about a criterion that do not depend on its ratings, and the selections of answers. NumPy
is not imported, so a web worker that computes nothing does not load it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

Level = Literal["nominal", "ordinal", "interval"]
Best = Literal["highest", "lowest", "none"]
# Choices of people's answers, in this order: counted answers; also those excluded from results;
# all, even rejected ones; counted answers to adjudicated HITs; adjudicators' decisions instead.
Answers = Literal["counted", "with_excluded", "answered", "beside_adjudicated", "adjudicated"]
ADJUDICATED = "adjudicated"  # all adjudicators are one rater, whose number is 0
PREFERS_A, PREFERS_B, TIE = 1, 2, 0
Ends = tuple[float, float]  # the lowest and highest value of a scale
MOST_VALUES = 12  # values of a field that splits the results


@dataclass(frozen=True)
class Facts:
    """Facts about a criterion. `low` and `high` are the ends of its scale, or None if unknown.

    `labels` has the texts for the values 0, 1, 2 and so on of a nominal criterion. It is empty if
    the values are plain numbers. The values of a `ranking` are ranks among the outputs of a HIT, 1
    for the best. The values of `sets` are choices from a list, with one bit per entry. The values
    of `turns` are numbers of turns, 0 for none.
    """

    key: str
    title: str
    level: Level
    best: Best = "highest"
    low: float | None = None
    high: float | None = None
    preference: bool = False
    labels: tuple[str, ...] = ()
    ranking: bool = False
    sets: bool = False
    turns: bool = False
    # The answer that opens its section, in words, and that answer's criterion; blank if the section
    # is always asked, or the answer measures nothing.
    opened_by: str = ""
    gate: str = ""

    @property
    def ends(self) -> tuple[float, float]:
        """Return the ends of the scale. An unknown end is infinite."""
        return (-inf if self.low is None else self.low, inf if self.high is None else self.high)

    def label_of(self, value: float) -> str:
        """Return the label for a nominal criterion's value, or the number if there is no label."""
        return self.labels[int(value)] if self.labels else f"{value:g}"


@dataclass(frozen=True)
class TwoScales:
    """The ends of people's scale and of a judge's different scale. `mapped` means that both scales
    were declared and the judge's ratings were mapped onto people's scale."""

    people: Ends
    judge: Ends
    mapped: bool = False


@dataclass(frozen=True)
class ItemField:
    """A field of the items. `values` has, by item id, the item's value or, for a list, one value
    per entry."""

    name: str
    values: Mapping[str, str | Sequence[str]]

    @property
    def distinct(self) -> list[str]:
        distinct: set[str] = set()
        for value in self.values.values():
            distinct.update([value] if isinstance(value, str) else value)
        return sorted(distinct)


@dataclass(frozen=True)
class Passage:
    """A marked passage from character `start` up to, but not including, `end`. If `start` equals
    `end`, the mark says that text is missing at this position."""

    start: int
    end: int
    category: str = ""
    severity: str = ""


@dataclass(frozen=True)
class Marked:
    """The passages that one rater marked in one text. `unit` identifies the HIT and question."""

    item: str
    unit: tuple[str, str]
    rater: str
    judge: bool
    passages: Sequence[Passage]


@dataclass(frozen=True)
class MarkedSection:
    """The answers to a section that asks for marks. `choices` has the titles of the marks'
    categories and severities by key, under "category" and "severity"."""

    key: str
    title: str
    choices: Mapping[str, Mapping[str, str]]
    answers: Sequence[Marked]
