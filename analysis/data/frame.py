"""The tidy frame that comparisons use. It has every rating by people and judges, as parallel
arrays. This module does not import Django."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.data.facts import Facts, Level
from analysis.statistics.results import Floats

Codes = NDArray[np.intp]


@dataclass(frozen=True)
class Labels:
    """A column of names: row i contains `names[code[i]]`."""

    code: Codes
    names: tuple[str, ...]

    @classmethod
    def of(cls, values: Iterable[str]) -> "Labels":
        """Return the values as labels, numbered in order of first occurrence."""
        numbers: dict[str, int] = {}
        code = [numbers.setdefault(value, len(numbers)) for value in values]
        return cls(np.array(code, dtype=np.intp), tuple(numbers))

    @classmethod
    def coded(cls, code: Codes, names: Sequence[str]) -> "Labels":
        """Return the labels `names[code]`, numbered in order of first occurrence. `names` can
        contain duplicates and unused names."""
        numbers: dict[str, int] = {}
        plain = np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.intp)
        code = plain[code]
        first = np.full(len(numbers), len(code), dtype=np.intp)
        # In reverse order, because the last of several assignments to a place remains.
        first[code[::-1]] = np.arange(len(code) - 1, -1, -1)
        order = np.argsort(first, kind="stable")[: int((first < len(code)).sum())]
        renumbered = np.zeros(len(numbers), dtype=np.intp)
        renumbered[order] = np.arange(len(order))
        distinct = tuple(numbers)
        return cls(renumbered[code], tuple(distinct[place] for place in order.tolist()))

    def where(self, rows: NDArray) -> "Labels":
        return Labels(self.code[rows], self.names)

    def texts(self) -> list[str]:
        return [self.names[code] for code in self.code.tolist()]

    def find(self, name: str) -> int:
        """Return the code of the name, or -1 if the name does not occur."""
        return self.names.index(name) if name in self.names else -1


@dataclass(frozen=True)
class Frame:
    """N ratings as parallel arrays, with one row each. A missing rating has no row.

    `hit` and `target` (the question's key) identify what was rated. `system` created the rated
    output. A preference compares two outputs: `system` created output a, and `other` output b. The
    `value` of a preference is 1 for a, 2 for b, and 0 for a tie. For a score, `other` is "".
    `judge` is true for ratings by judges. `position` is the position, from 1, of the output of
    `system`, or 0 if unknown. A preference with position 2 was shown in the order b, a. A rater who
    rated the same thing more than once (several samples, both orders) has a row for each rating.
    `lengths` has the number of characters of each text output, by item and system. `strata` has a
    number for each item name, which depends on the batches that contain the item.
    """

    hit: Labels
    item: Labels
    system: Labels
    other: Labels
    criterion: Labels
    target: Labels
    rater: Labels
    judge: NDArray[np.bool_]
    position: NDArray[np.int8]
    value: Floats
    facts: Mapping[str, Facts] = field(default_factory=dict)
    lengths: Mapping[tuple[str, str], float] = field(default_factory=dict)
    strata: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.value)

    def where(self, rows: NDArray) -> "Frame":
        """Return the rows that the mask or indices `rows` select. All names are kept, so codes do
        not change."""
        columns: dict[str, Any] = {
            column.name: getattr(self, column.name)
            for column in fields(self)
            if column.name not in {"facts", "lengths", "strata"}
        }
        part: dict[str, Any]
        part = {
            name: column.where(rows) if isinstance(column, Labels) else column[rows]
            for name, column in columns.items()
        }
        return replace(self, **part)

    def of_criterion(self, key: str) -> "Frame":
        return self.where(self.criterion.code == self.criterion.find(key))

    def by_judge(self, name: str) -> NDArray[np.bool_]:
        """Return a mask of the judge's rows. No row is selected if the name does not occur."""
        return self.judge & (self.rater.code == self.rater.find(name))

    def raters(self, *, judge: bool) -> tuple[str, ...]:
        return tuple(
            self.rater.names[code] for code in np.unique(self.rater.code[self.judge == judge])
        )


def infer_facts(
    keys: Sequence[str], values: Sequence[Floats], preferences: Sequence[bool]
) -> dict[str, Facts]:
    """Return default facts for criteria without a declaration. Whole numbers are ordinal, other
    numbers are interval, and preferences are nominal."""
    facts = {}
    for key, seen, preference in zip(keys, values, preferences, strict=True):
        whole = bool(np.all(seen == np.round(seen)))
        level: Level = "nominal" if preference else "ordinal" if whole else "interval"
        facts[key] = Facts(
            key, key, level, "none" if preference else "highest", preference=preference
        )
    return facts
