"""What the intervals resample: items and systems together, items alone where systems are few, or
nothing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from analysis.data.frame import Codes
from analysis.statistics.resamples import Resamples, item_weights, resample_both
from analysis.statistics.results import Estimate, Floats, estimate, quotient

FEWEST_ITEMS = 5  # with fewer, a resample of items says little, and no interval is given
FEWEST_SYSTEMS = 3  # a resample of two systems is one system alone half of the time
KEPT = 1 << 22  # numbers that are held at a time; more are worked on part by part
NO_INTERVAL = f"fewer than {FEWEST_ITEMS} items, so no interval"
ITEMS_ONLY = f"fewer than {FEWEST_SYSTEMS} systems, so items alone are resampled"


@dataclass(frozen=True)
class Draws:
    """Resamples of `items` (D, I) and `systems` (D, S); draw 0 is the sample. A cell is item * S +
    system."""

    items: Floats
    systems: Floats
    resampled: str
    why_not: str

    @classmethod
    def make(
        cls, items: int, systems: int, *, draws: int, seed: int, pairs: bool = False
    ) -> "Draws":
        """`pairs` is for verdicts on two systems at once: systems are then never resampled."""
        if items < FEWEST_ITEMS:
            return cls(np.ones((1, items)), np.ones((1, systems)), "", NO_INTERVAL)
        if pairs or systems < FEWEST_SYSTEMS:
            reason = (
                "a preference is of two systems, so items alone are resampled"
                if pairs
                else ITEMS_ONLY
            )
            return cls(
                item_weights(items, draws=draws, seed=seed),
                np.ones((1 + draws, systems)),
                "items",
                reason,
            )
        both = resample_both(items, systems, draws=draws, seed=seed)
        return cls(both.items, both.systems, "items and systems", "")

    @property
    def resamples(self) -> Resamples:
        return Resamples(self.items, self.systems)

    def sums(self, cell: Codes, features: Floats | sparse.csr_array) -> Floats:
        """`features` (N, p) of rows that lie in `cell` (N,), added up in every draw: (D, p)."""
        items, systems = self.items.shape[1], self.systems.shape[1]
        rows = np.arange(len(cell))
        if systems * features.shape[1] * len(self.items) <= KEPT:
            gather = sparse.csr_array(
                (np.ones(len(cell)), (cell, rows)), shape=(items * systems, len(cell))
            )
            return self._by_item(gather @ features)
        cells, place = np.unique(cell, return_inverse=True)
        gather = sparse.csr_array(
            (np.ones(len(cell)), (place, rows)), shape=(len(cells), len(cell))
        )
        per_cell = gather @ features
        return np.concatenate([np.asarray((per_cell.T @ part.T).T) for part in self._parts(cells)])

    def _by_item(self, per_cell: Any) -> Floats:
        """Items are added up for each system by itself, so that no weight per cell is ever made."""
        items, systems = self.items.shape[1], self.systems.shape[1]
        wide: Any = per_cell.reshape((items, systems * per_cell.shape[1]))
        by_system = self._weighted(wide).reshape(len(self.items), systems, per_cell.shape[1])
        return np.einsum("dsp,ds->dp", by_system, self.systems)

    def _weighted(self, wide: Any) -> Floats:
        """`wide` (I, k) added up over the items in every draw, (D, k)."""
        if isinstance(wide, np.ndarray):
            return self.items @ wide
        # SciPy copies the weights, so not all of them at a time.
        return np.concatenate(
            [np.asarray((wide.T @ self.items[some].T).T) for some in self._some(wide.shape[0])]
        )

    def shares(self, cell: Codes, above: Floats, below: Floats | None = None) -> Floats:
        """The quotient of two sums in every draw, (D,); `below` is 1 a row if left out: a mean."""
        columns = np.stack([above, np.ones_like(above) if below is None else below], axis=1)
        sums = self.sums(cell, columns)
        return quotient(sums[:, 0], sums[:, 1])

    def mean(self, cell: Codes, values: Floats, *, reason: str) -> Estimate:
        return self.estimate(self.shares(cell, values), n=len(values), reason=reason)

    def estimate(self, figures: Floats, *, n: int, reason: str) -> Estimate:
        """The Estimate of figures (D,), draw 0 first."""
        result = estimate(float(figures[0]), figures[1:], n=n, reason=reason)
        return result if len(figures) > 1 else Estimate(result.value, n, reason=result.reason)

    def unit_weights(self, cell: Codes) -> Floats:
        """How often each row stands in each draw, (D, N)."""
        count = self.systems.shape[1]
        return self.items[:, cell // count] * self.systems[:, cell % count]

    def by_parts(self, cell: Codes, figures: Callable[[Floats], Floats]) -> Floats:
        """`figures` of the weights (draws, N), a part of the draws at a time, joined along the last
        axis."""
        return np.concatenate([figures(part) for part in self._parts(cell)], axis=-1)

    def _parts(self, cells: Codes) -> Iterator[Floats]:
        for some in self._some(len(cells)):
            yield Draws(self.items[some], self.systems[some], "", "").unit_weights(cells)

    def _some(self, width: int) -> Iterator[slice]:
        """Some draws at a time, as many as `KEPT` allows with `width` numbers each."""
        step = max(1, KEPT // max(1, width))
        yield from (slice(start, start + step) for start in range(0, len(self.items), step))
