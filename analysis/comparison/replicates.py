"""Replicates for intervals. Every statistic is recomputed without some of the items and, if the
systems are a random sample, without some of the systems."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from analysis.comparison.catalogue import MOST_GROUPS
from analysis.data.frame import Codes
from analysis.statistics.estimates import Estimate, Scale
from analysis.statistics.jackknife import (
    LEAST_SPREAD,
    Interval,
    LeftOut,
    Spread,
    jackknife_interval,
    spread_of,
)
from analysis.statistics.results import Floats, Resamples, quotient

FEWEST_ITEMS = 5  # with fewer, leaving out one item says little, and there is no interval
FEWEST_SYSTEMS = 5  # with fewer, systems are treated as fixed
CELL_GROUPS = 50
KEPT = 1 << 22  # numbers in memory at a time; more are processed in parts
NO_INTERVAL = f"fewer than {FEWEST_ITEMS} items, so no interval"
NO_DRAWS = "no draws were requested, so no interval"
ITEMS_ONLY = f"fewer than {FEWEST_SYSTEMS} systems, so systems are treated as fixed"
OF_PAIRS = "a preference compares two systems, so systems are treated as fixed"
BOUNDLESS = (-np.inf, np.inf)


@dataclass(frozen=True)
class Replicates:
    """The D subsets of the data for which a statistic is computed. The first is the whole sample.
    The others leave out one group of items, of systems, or of cells.

    `item_group` (I,) assigns each item to a group. `system_group` (S,) and `cell_group` (I x S,)
    are empty if systems are fixed. The index of a cell is item * S + system. `draws` is the number
    of draws for intervals of rank correlations over systems. Without intervals, D is 1.
    """

    item_group: Codes
    systems: int
    system_group: Codes
    cell_group: Codes
    draws: int
    seed: int
    resampled: str
    why_not: str
    groups: tuple[int, int, int] = field(init=False)

    def __post_init__(self) -> None:
        sizes = (self.item_group, self.system_group, self.cell_group)
        groups = tuple(int(group.max(initial=-1)) + 1 for group in sizes)
        object.__setattr__(self, "groups", groups if self.resampled else (0, 0, 0))

    @classmethod
    def make(
        cls,
        items: int,
        systems: int,
        *,
        draws: int,
        seed: int,
        drawn: bool = False,
        pairs: bool = False,
    ) -> "Replicates":
        """Return the replicates. `drawn` means that the systems are a random sample. `pairs` means
        that the data are verdicts on two systems at once; the systems are then always fixed. With
        too few items, or if `draws` is 0, the only replicate is the whole sample."""
        none = np.zeros(0, dtype=np.intp)
        chance = np.random.default_rng(seed)
        by_item = _grouped(items, MOST_GROUPS, chance)
        if items < FEWEST_ITEMS or not draws:
            why_not = NO_INTERVAL if items < FEWEST_ITEMS else NO_DRAWS
            return cls(by_item, systems, none, none, draws, seed, "", why_not)
        if not drawn or pairs or systems < FEWEST_SYSTEMS:
            why_not = "" if not drawn else OF_PAIRS if pairs else ITEMS_ONLY
            return cls(by_item, systems, none, none, draws, seed, "items", why_not)
        by_system = _grouped(systems, MOST_GROUPS, chance)
        by_cell = _grouped(items * systems, CELL_GROUPS, chance)
        return cls(by_item, systems, by_system, by_cell, draws, seed, "items and systems", "")

    def without_systems(self) -> "Replicates":
        """Return these replicates with fixed systems, for statements about one system."""
        none = np.zeros(0, dtype=np.intp)
        return replace(self, system_group=none, cell_group=none)

    @property
    def drawn(self) -> bool:
        return self.groups[1] > 0

    def __len__(self) -> int:
        return 1 + sum(self.groups)

    @cached_property
    def resamples(self) -> Resamples:
        """Return the resamples: the whole sample, then the sample without each group of items and
        without each group of systems."""
        items, systems, _cells = self.groups
        by_item, by_system = (
            np.ones((1 + items + systems, len(self.item_group))),
            np.ones((1 + items + systems, self.systems)),
        )
        if items:
            by_item[1 + self.item_group, np.arange(len(self.item_group))] = 0
        if systems:
            by_system[1 + items + self.system_group, np.arange(self.systems)] = 0
        return Resamples(by_item, by_system)

    def of_matrices(
        self, human: Floats, judge: Floats, figures: Callable[[Floats, Floats, Resamples], Floats]
    ) -> Floats:
        """Return the result of `figures` for two matrices (items, systems) in all replicates,
        concatenated along the last axis."""
        parts = [figures(human, judge, self.resamples)]
        sample = Resamples(np.ones((1, human.shape[0])), np.ones((1, human.shape[1])))
        for group in range(self.groups[2]):
            without = np.where((self.cell_group == group).reshape(human.shape), np.nan, human)
            parts.append(figures(without, judge, sample))
        return np.concatenate(parts, axis=-1)

    def of_sums(
        self, cell: Codes, features: Floats | sparse.csr_array, figures: Callable[[Floats], Floats]
    ) -> Floats:
        """Return the result of `figures` (D, …) for the sums of `features` (N, p) in every
        replicate. Row i of `features` belongs to the cell `cell[i]`.

        `figures` takes sums (replicates, p) and returns an array of the same length. It is called
        for a few replicates at a time.
        """
        total = np.asarray(features.sum(0), dtype=np.float64).reshape(1, -1)
        omitted = self._left(cell)
        step = max(1, KEPT // max(1, features.shape[1]))
        parts = [figures(total)]
        for start in range(0, omitted.shape[0], step):
            taken = omitted[start : start + step] @ features
            parts.append(
                figures(total - (taken if isinstance(taken, np.ndarray) else taken.toarray()))
            )
        return np.concatenate(parts)

    def sums(self, cell: Codes, features: Floats | sparse.csr_array) -> Floats:
        """Return the sums of `features` (N, p) in every replicate, as an array (D, p)."""
        return self.of_sums(cell, features, lambda sums: sums)

    def _left(self, cell: Codes) -> Any:
        """Return a sparse array (D - 1, N) that is 1 if the replicate leaves out the row."""
        if len(self) == 1:
            return sparse.csr_array((0, len(cell)))
        groups = self._groups_of(cell)
        rows = np.tile(np.arange(len(cell)), len(groups))
        ones = np.ones(groups.size)
        return sparse.csr_array((ones, (groups.ravel(), rows)), shape=(len(self) - 1, len(cell)))

    def _groups_of(self, cell: Codes) -> NDArray[np.intp]:
        """Return 0-based indices (1 or 3, N) of the replicates that leave out each row's cell."""
        by_item = self.item_group[cell // self.systems]
        if not self.drawn:
            return by_item[None]
        items, systems, _cells = self.groups
        by_system = items + self.system_group[cell % self.systems]
        return np.stack([by_item, by_system, items + systems + self.cell_group[cell]])

    def by_parts(self, cell: Codes, figures: Callable[[Floats], Floats]) -> Floats:
        """Return the result of `figures` for the weights of the N rows in every replicate. The
        weights (replicates, N) are computed for a few replicates at a time. The results are
        concatenated along the last axis."""
        omitted, step = self._left(cell), max(1, KEPT // max(1, len(cell)))
        parts = [figures(np.ones((1, len(cell))))]
        parts += [
            figures(1 - omitted[start : start + step].toarray())
            for start in range(0, omitted.shape[0], step)
        ]
        return np.concatenate(parts, axis=-1)

    def shares(self, cell: Codes, above: Floats, below: Floats | None = None) -> Floats:
        """Return the sum of `above` divided by the sum of `below` for every replicate, (D,). If
        `below` is None, the divisor is the number of rows, so the quotient is a mean."""
        columns = np.stack([above, np.ones_like(above) if below is None else below], axis=1)
        sums = self.sums(cell, columns)
        return quotient(sums[:, 0], sums[:, 1])

    def mean(
        self,
        cell: Codes,
        values: Floats,
        *,
        reason: str,
        scale: Scale = "free",
        bounds: Interval = BOUNDLESS,
    ) -> Estimate:
        return self.estimate(
            self.shares(cell, values),
            n=len(values),
            reason=reason,
            scale=scale,
            bounds=bounds,
            items=self.items_of(cell),
        )

    def items_of(self, cell: Codes) -> int:
        return len(np.unique(cell // self.systems))

    def estimate(
        self,
        figures: Floats,
        *,
        n: int,
        reason: str,
        scale: Scale = "free",
        bounds: Interval = BOUNDLESS,
        items: int | None = None,
    ) -> Estimate:
        """Return the Estimate for the values `figures` (D,). The first value is for the whole
        sample.

        `items` is the number of items that the statistic uses, if it does not use all. `bounds` are
        the ends of the statistic's range if `scale` does not imply them. `reason` explains why the
        first value is NaN.
        """
        value = float(figures[0])
        if np.isnan(value):
            return Estimate(None, n, reason=reason)
        count = len(self.item_group) if items is None else items
        interval = self._interval(value, figures[1:], scale, count)
        if interval is None:
            return Estimate(value, n)
        return Estimate(value, n, max(interval[0], bounds[0]), min(interval[1], bounds[1]))

    @staticmethod
    def point(value: float, *, n: int, reason: str) -> Estimate:
        """Return the Estimate of a statistic without an interval. `reason` explains a value that is
        NaN."""
        return Estimate(None, n, reason=reason) if np.isnan(value) else Estimate(value, n)

    def _interval(self, value: float, others: Floats, scale: Scale, items: int) -> Interval | None:
        if not self.resampled or items < FEWEST_ITEMS:
            return None
        return jackknife_interval(value, self._left_out(others), scale, items=items)

    def spread(self, figures: Floats, *, items: int) -> Spread | None:
        """Return the variance of `figures` (D,), based on `items` items, and its degrees of
        freedom. Return None if the variance is unknown or almost 0. The first of the `figures` is
        the value of the whole sample."""
        if not self.resampled or items < FEWEST_ITEMS or np.isnan(figures).any():
            return None
        spread = spread_of(self._left_out(figures[1:]), items)
        return spread if spread.variance > LEAST_SPREAD**2 else None

    def _left_out(self, others: Floats) -> LeftOut:
        first, second = self.groups[0], self.groups[0] + self.groups[1]
        return LeftOut(others[:first], others[first:second], others[second:])


def _grouped(count: int, most: int, chance: np.random.Generator) -> Codes:
    """Return a group for each of `count` items, systems or cells. If `count` is at most `most`,
    every group has one member. Otherwise, the members are divided into `most` random groups of
    similar size."""
    places = np.arange(count)
    return places if count <= most else chance.permutation(places % most)
