"""What is known of a criterion beside its ratings, and which answers are taken. Without NumPy, so
that a web worker which computes nothing need not load it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

Level = Literal["nominal", "ordinal", "interval"]
Best = Literal["highest", "lowest", "none"]
# Of people's answers: those that count; also those that were left out of the figures; all, the
# rejected ones too; those that count, to HITs that were adjudicated; and the adjudicated ones
# alone.
Answers = Literal["counted", "with_excluded", "answered", "beside_adjudicated", "adjudicated"]
ADJUDICATED = "adjudicated"  # all adjudicators are one rater, whose number is 0
PREFERS_A, PREFERS_B, TIE = 1, 2, 0
Ends = tuple[float, float]  # of a scale
MOST_VALUES = 12  # of a field that results are told apart by


@dataclass(frozen=True)
class Facts:
    """What is known of a criterion. `low` and `high` are the ends of its scale, None if they were
    not told.

    `labels` are the words that the values 0, 1, 2 and so on of a nominal criterion stand for; empty
    for plain numbers. The values of a `ranking` are places among the outputs of a HIT, 1 the best;
    those of `sets` are what was chosen of a list, each entry a bit; those of `turns` are numbers of
    turns, 0 for none.
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
    # What opens the section that asks about it, in words, and the criterion of that; blank where it
    # is always asked, or the answer that opens it measures nothing.
    opened_by: str = ""
    gate: str = ""

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the scale, infinite where they were not told."""
        return (
            -inf if self.low is None else self.low,
            inf if self.high is None else self.high,
        )

    def label_of(self, value: float) -> str:
        """Return the words that a value of a nominal criterion stands for, else the number."""
        return self.labels[int(value)] if self.labels else f"{value:g}"


@dataclass(frozen=True)
class TwoScales:
    """A judge's ratings on another scale than people's: the ends of each. `mapped` says that both
    were declared, and the judge's ratings mapped onto people's scale."""

    people: Ends
    judge: Ends
    mapped: bool = False


@dataclass(frozen=True)
class ItemField:
    """A field by the items' ids: one value of each item, or for a list one of each entry."""

    name: str
    values: Mapping[str, str | Sequence[str]]

    @property
    def distinct(self) -> list[str]:
        """Its values, in order."""
        distinct: set[str] = set()
        for value in self.values.values():
            distinct.update([value] if isinstance(value, str) else value)
        return sorted(distinct)


@dataclass(frozen=True)
class Passage:
    """A passage from `start` to before `end`, in characters; both are the same for something
    missing."""

    start: int
    end: int
    category: str = ""
    severity: str = ""


@dataclass(frozen=True)
class Marked:
    """The passages that one rater marked in one text: `unit` names the HIT and the question."""

    item: str
    unit: tuple[str, str]
    rater: str
    judge: bool
    passages: Sequence[Passage]


@dataclass(frozen=True)
class MarkedSection:
    """The answers to a section that asks for marks. `choices` are what a mark can have, `category`
    or `severity`, each with its keys and their titles."""

    key: str
    title: str
    choices: Mapping[str, Mapping[str, str]]
    answers: Sequence[Marked]
