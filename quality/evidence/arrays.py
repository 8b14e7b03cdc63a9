"""Submitted HITs and ratings as parallel arrays, without Django."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analysis.data.facts import Facts
from analysis.data.frame import Codes
from analysis.statistics.results import Floats, quotient

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Works:
    """The W submitted main HITs, one row per HIT, grouped by person and in the order of claiming.

    `person` is an index into `Evidence.people`. `sitting` numbers a person's sittings, and `place`
    numbers the HITs in each sitting. `seconds` is the active time or, if it was not recorded, the
    time from claiming to submitting. `answers` is a code that is equal for HITs with equal answers,
    or 0 without answers. `counted` says whether the results include the HIT. `counts` has the
    numbers of events on the page, by event name; NaN if the browser did not record them.
    """

    person: Codes
    hit: NDArray[np.int64]
    sitting: Codes
    place: Codes
    seconds: Floats
    answers: NDArray[np.int64]
    counted: Flags
    counts: Mapping[str, Floats] = field(default_factory=dict)


@dataclass(frozen=True)
class Others:
    """A summary of the other people's ratings of each rating's unit, as arrays of length R: their
    number, mean and mean square or, for labels, the `shares` (R, K)."""

    count: NDArray[np.intp]
    mean: Floats
    square: Floats
    shares: Floats


@dataclass(frozen=True)
class Rated:
    """The R ratings of one criterion. Each rating is a `value` for a `unit`. `work` is the rating's
    row in the works.

    `position` is the place of the rated output, from 1; for a preference, it is the place of output
    a. `person` and `counted` are as in the works.
    """

    facts: Facts
    work: Codes
    unit: Codes
    value: Floats
    position: NDArray[np.int8]
    person: Codes
    counted: Flags

    @property
    def is_label(self) -> bool:
        return self.facts.level == "nominal"

    @cached_property
    def labels(self) -> tuple[Floats, Codes]:
        """Return the K different values, and the index of each rating's value (R,)."""
        values, code = np.unique(self.value, return_inverse=True)
        return values, code.reshape(-1)

    @cached_property
    def others(self) -> Others:
        """For each rating, return a summary of other people's included ratings of the same unit."""
        units = int(self.unit.max(initial=-1)) + 1
        weight = self.counted.astype(float)

        def of_others(values: Floats) -> Floats:
            own = weight * values
            return np.bincount(self.unit, own, minlength=units)[self.unit] - own

        count = np.rint(of_others(np.ones_like(self.value)))
        shares = np.zeros((len(self.value), 0))
        if self.is_label:
            values, code = self.labels
            votes = [of_others((code == label).astype(float)) for label in range(len(values))]
            shares = quotient(np.stack(votes, axis=1), count[:, None]) if votes else shares
        return Others(
            count.astype(np.intp),
            quotient(of_others(self.value), count),
            quotient(of_others(self.value**2), count),
            shares,
        )

    @cached_property
    def chance(self) -> float:
        """Return the mean distance between two random included ratings: 0 if all are equal."""
        values = self.value[self.counted]
        if len(values) < 2:  # noqa: PLR2004 - two ratings
            return 0.0
        if not self.is_label:
            return float(2 * values.var(ddof=1))
        _values, counts = np.unique(values, return_counts=True)
        total = counts.sum()
        return float(1 - (counts * (counts - 1)).sum() / (total * (total - 1)))

    @cached_property
    def distance(self) -> Floats:
        """Return each rating's mean distance to the other people's ratings of its unit, or NaN if
        the unit has no such ratings. The distance is the squared difference or, for labels, 1 if
        they differ."""
        others = self.others
        if self.is_label:
            _values, code = self.labels
            return 1 - others.shares[np.arange(len(code)), code]
        return self.value**2 - 2 * self.value * others.mean + others.square


@dataclass(frozen=True)
class Retests:
    """Pairs of first and repeated answers, as arrays of equal length. `before` and `again` are a
    person's two answers to a criterion. `person`, `retest` and `criterion` are the indices of the
    person, the retest and the criterion."""

    person: Codes
    retest: Codes
    criterion: Codes
    before: Floats
    again: Floats


@dataclass(frozen=True)
class Gold:
    """The numbers of gold HITs that each person passed and answered, by index of the person."""

    passed: NDArray[np.intp]
    answered: NDArray[np.intp]


@dataclass(frozen=True)
class Evidence:
    """The data for the measures of a batch's annotators. `people` has their enrolments' ids."""

    people: Sequence[int]
    works: Works
    criteria: Sequence[Rated]
    retests: Retests
    gold: Gold

    def works_of(self, person: int) -> NDArray[np.intp]:
        start, stop = np.searchsorted(self.works.person, [person, person + 1])
        return np.arange(start, stop)

    def rows_of(self, criterion: Rated, person: int) -> NDArray[np.intp]:
        start, stop = np.searchsorted(criterion.person, [person, person + 1])
        return np.arange(start, stop)
