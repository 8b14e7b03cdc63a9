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
    """The W submitted main HITs, with one row per HIT. They are grouped by person and sorted by the
    time of claiming.

    `person` is an index into `Evidence.people`. `sitting` is the number of the sitting among the
    person's sittings, and `place` the number of the HIT in its sitting. `seconds` is the active
    time if recorded, or else the time from claiming to submitting. `answers` is a code that is the
    same for HITs with the same answers, or 0 without answers. `counted` is true if the results
    include the HIT. `counts` has the number of events on the page by event name, with NaN if the
    browser did not record them.
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
    """A summary of other people's ratings of each rating's unit. The arrays have length R: the
    number of other ratings, their mean and mean square, and for labels their `shares` (R, K) of the
    K labels."""

    count: NDArray[np.intp]
    mean: Floats
    square: Floats
    shares: Floats


@dataclass(frozen=True)
class Rated:
    """The R ratings of one criterion. Each rating is a `value` for a `unit`. `work` is the row of
    its HIT in `Works`.

    `position` is the place of the rated output, from 1. For a preference, it is the place of output
    a. `person` and `counted` have the same meaning as in `Works`.
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
        """Return the K different values, and for each rating the index of its value (R,)."""
        values, code = np.unique(self.value, return_inverse=True)
        return values, code.reshape(-1)

    @cached_property
    def others(self) -> Others:
        """Return a summary, for each rating, of other people's included ratings of the same
        unit."""
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
        """Return the mean distance between two different included ratings chosen at random. It is 0
        if all ratings are equal or there are fewer than two."""
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
        """Return each rating's mean distance to other people's ratings of its unit, or NaN if there
        are no such ratings. The distance is the squared difference. For labels, it is 1 if they
        differ and 0 otherwise."""
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
    """The numbers of gold HITs that each person passed and answered. The arrays have one entry per
    person."""

    passed: NDArray[np.intp]
    answered: NDArray[np.intp]


@dataclass(frozen=True)
class Evidence:
    """The data for the measures of a batch's annotators. `people` has the ids of their
    enrolments."""

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
