"""One criterion prepared for comparison: units, people's ratings of them, and judges' values."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.data.facts import PREFERS_A, TIE, Facts
from analysis.data.frame import Codes, Frame
from analysis.statistics.results import Floats, quotient
from analysis.statistics.sparse import Ratings

# Equal means must stay equal, whatever the order of the sums and whichever ratings they come from.
# Means of means have fewer decimals, so that the rounding of their parts cannot make them differ.
UNIT_DECIMALS, CELL_DECIMALS = 13, 11
MOST_ANNOTATORS = 12  # with more, positions among a unit's ratings are left out, not annotators


@dataclass(frozen=True)
class UnitRatings:
    """Single ratings: `value[i]` is the rating of unit `unit[i]` by rater `rater[i]`."""

    unit: Codes
    rater: Codes
    value: Floats


@dataclass(frozen=True)
class Units:
    """U units of one criterion. `row` has one row of the frame for each unit. `cell` is the index
    of each unit's item and system: item * number of systems + system.

    `people` has one rating per person and unit. `judges` has each judge's value per unit (NaN if
    missing). Preferences are coded as verdicts: 1 for a, -1 for b, 0 for a tie.
    """

    facts: Facts
    frame: Frame
    row: Codes
    unit_of: Codes
    item: Codes
    cell: Codes
    items: int
    systems: tuple[str, ...]
    people: UnitRatings
    raters: tuple[str, ...]
    judges: dict[str, Floats]
    repeats: int

    def __len__(self) -> int:
        return len(self.row)

    def matrix(self, values: Floats) -> Floats:
        """Return the mean of the units' values for each item and system, as an array (items,
        systems). The mean of no values is NaN."""
        there = ~np.isnan(values)
        size = self.items * len(self.systems)
        sums = np.bincount(self.cell[there], values[there], minlength=size).astype(np.float64)
        counts = np.bincount(self.cell[there], minlength=size).astype(np.float64)
        means = np.round(quotient(sums, counts), CELL_DECIMALS)
        return means.reshape(self.items, len(self.systems))

    def people_means(self, ratings: UnitRatings | None = None) -> Floats:
        """Return the mean of people's ratings for each unit, or NaN for a unit without ratings."""
        ratings = self.people if ratings is None else ratings
        counts = np.bincount(ratings.unit, minlength=len(self)).astype(np.float64)
        sums = np.bincount(ratings.unit, ratings.value, minlength=len(self)).astype(np.float64)
        return np.round(quotient(sums, counts), UNIT_DECIMALS)

    def of_judge(self, name: str) -> Floats:
        """Return the judge's value for each unit. NaN means that the judge has no value for the
        unit."""
        return self.judges.get(name, np.full(len(self), np.nan))

    def sparse(self) -> Ratings:
        """Return people's ratings in the form that statistics of annotators need. Unit numbers do
        not change."""
        return Ratings(
            self.people.unit,
            self.people.rater,
            self.people.value,
            np.arange(len(self)),
            np.array(self.raters, dtype=str),
        )

    def name(self, unit: int) -> tuple[str, str, str, str]:
        """Return the names of the unit's HIT, item, system (two for a preference) and target."""
        row, frame = self.row[unit], self.frame
        system = frame.system.names[frame.system.code[row]]
        other = frame.other.names[frame.other.code[row]]
        return (
            frame.hit.names[frame.hit.code[row]],
            frame.item.names[frame.item.code[row]],
            f"{system} : {other}" if other else system,
            frame.target.names[frame.target.code[row]],
        )


def verdicts(frame: Frame) -> Floats:
    """Return preferences as 1 for a, -1 for b, 0 for a tie."""
    return np.where(frame.value == PREFERS_A, 1.0, np.where(frame.value == TIE, 0.0, -1.0))


def make_units(frame: Frame, facts: Facts) -> Units:
    """Return the units of a frame that contains only the ratings of the criterion `facts`."""
    key = (frame.hit.code * len(frame.target.names) + frame.target.code) * len(
        frame.system.names
    ) + frame.system.code
    key = key * len(frame.other.names) + frame.other.code
    _keys, row, unit_of = np.unique(key, return_index=True, return_inverse=True)
    _items, item = np.unique(frame.item.code[row], return_inverse=True)
    codes = np.unique(frame.system.code)
    pairs = facts.preference
    system = (
        np.zeros(len(row), dtype=np.intp)
        if pairs
        else np.searchsorted(codes, frame.system.code[row])
    )
    systems = ("",) if pairs else tuple(frame.system.names[code] for code in codes)
    value = verdicts(frame) if pairs else frame.value
    people, raters, repeats = _by_rater(unit_of, frame, value, facts, judge=False)
    machine, judges, _repeats = _by_rater(unit_of, frame, value, facts, judge=True)
    values = {}
    for number, name in enumerate(judges):
        mine = machine.rater == number
        values[name] = np.full(len(row), np.nan)
        values[name][machine.unit[mine]] = machine.value[mine]
    return Units(
        facts=facts,
        frame=frame,
        row=row,
        unit_of=unit_of,
        item=item,
        cell=item * len(systems) + system,
        items=int(item.max(initial=-1)) + 1,
        systems=systems,
        people=people,
        raters=raters,
        judges=values,
        repeats=repeats,
    )


def _by_rater(
    unit_of: Codes, frame: Frame, value: Floats, facts: Facts, *, judge: bool
) -> tuple[UnitRatings, tuple[str, ...], int]:
    """Return one value per rater and unit, the raters' names, and the number of repeated ratings.
    The raters are renumbered."""
    rows = np.flatnonzero(frame.judge == judge)
    codes, rater = np.unique(frame.rater.code[rows], return_inverse=True)
    names = tuple(frame.rater.names[code] for code in codes)
    keys, place, counts = np.unique(
        unit_of[rows] * max(1, len(codes)) + rater, return_inverse=True, return_counts=True
    )
    merged = _merged(place, value[rows], counts, facts)
    present = ~np.isnan(merged)
    unit, who = np.divmod(keys, max(1, len(codes)))
    return (
        UnitRatings(unit[present], who[present], merged[present]),
        names,
        int(len(rows) - len(keys)),
    )


def _merged(place: Codes, value: Floats, counts: NDArray[np.intp], facts: Facts) -> Floats:
    """Return one value for each rater and unit, from several samples or both orders. It is the mean
    of scores, the sign of the mean preference, or the mode of labels (NaN if there are several
    modes)."""
    means = np.round(
        np.bincount(place, value, minlength=len(counts)) / np.maximum(counts, 1), UNIT_DECIMALS
    )
    if facts.preference:
        return np.sign(means)
    if facts.level != "nominal":
        return means
    labels, code = np.unique(value, return_inverse=True)
    votes = np.zeros((len(counts), len(labels)), dtype=np.intp)
    np.add.at(votes, (place, code), 1)
    if not len(labels):
        return means
    # If several labels are the most frequent, the unit has no value.
    single = (votes == votes.max(1, keepdims=True)).sum(1) == 1
    return np.where(single, labels[votes.argmax(1)], np.nan)


def left_out_groups(units: Units, seed: int) -> tuple[UnitRatings, tuple[str, ...], str]:
    """Return the ratings, the names of the groups to leave out in turn, and the kind of group. A
    group is an annotator or, if there are many, a position in a random order within each unit."""
    if len(units.raters) <= MOST_ANNOTATORS:
        return units.people, units.raters, "annotators"
    ratings = units.people
    order = np.lexsort((np.random.default_rng(seed).random(len(ratings.unit)), ratings.unit))
    start = np.searchsorted(ratings.unit[order], np.arange(len(units)))
    place = np.empty(len(order), dtype=np.intp)
    place[order] = np.arange(len(order)) - start[ratings.unit[order]]
    count = min(int(place.max(initial=-1)) + 1, MOST_ANNOTATORS)
    names = tuple(f"place {number}" for number in range(1, count + 1))
    return UnitRatings(ratings.unit, place, ratings.value), names, "places"
