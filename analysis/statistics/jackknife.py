"""95 % intervals of a statistic from its replicates. Each replicate leaves out a part of the
sample.

The parts are items or, if systems are a random sample too, items, systems and cells. A cell is one
system's output for one item.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import special

from analysis.statistics.estimates import Scale
from analysis.statistics.results import Floats

Interval = tuple[float, float]
SIDES = 0.975
# share of the statistic's size; smaller differences of replicates are rounding errors
LEAST_SPREAD = 1e-12
EDGE = 1 - 1e-12


@dataclass(frozen=True)
class LeftOut:
    """The replicates of one statistic. They leave out a group of items (G,), of systems (S,), or of
    cells (C,).

    `systems` and `cells` are empty if systems are fixed.
    """

    items: Floats
    systems: Floats
    cells: Floats


@dataclass(frozen=True)
class Spread:
    """The variance of a statistic, and its degrees of freedom."""

    variance: float
    freedom: float


@dataclass(frozen=True)
class _Transform:
    forth: Callable[[Floats], Floats]
    back: Callable[[Floats], Floats]
    low: float = -np.inf
    high: float = np.inf


def _same(values: Floats) -> Floats:
    return values


def _fisher(values: Floats) -> Floats:
    return np.arctanh(np.clip(values, -EDGE, EDGE))


def _log_disagreement(values: Floats) -> Floats:
    return -np.log(np.maximum(1 - values, 1 - EDGE))


def _from_log_disagreement(values: Floats) -> Floats:
    return 1 - np.exp(-values)


TRANSFORMS = {
    "free": _Transform(_same, _same),
    "positive": _Transform(_same, _same, low=0),
    "correlation": _Transform(_fisher, np.tanh, -1, 1),
    "agreement": _Transform(_log_disagreement, _from_log_disagreement, -1, 1),
}


def jackknife_interval(
    value: float, left_out: LeftOut, scale: Scale, *, items: int | None = None
) -> Interval | None:
    """Return the t interval of a statistic. It is computed on a scale with constant variance, and
    limited to the statistic's range.

    `scale` says what kind of statistic it is. "correlation" is transformed by Fisher's z (Fisher
    1921), and "agreement" (from -1 to 1) by the logarithm of the disagreement. "share" uses
    Wilson's interval (1927) with the number of independent items that would have this variance
    (Korn and Graubard 1998). The variance and the degrees of freedom of t are those of `spread_of`.
    `items` is the number of items that the statistic uses, if it differs from the number of groups
    left out. Return None if a replicate has no value, or if the replicates do not vary, so that the
    error is unknown. A share of 0 or 1 still has Wilson's interval.

    Pitfall: this interval does not apply to correlations over a few fixed systems; see
    `system_intervals`.
    """
    count = len(left_out.items) if items is None else items
    everything = np.concatenate([[value], left_out.items, left_out.systems, left_out.cells])
    if np.isnan(everything).any() or len(left_out.items) < 2:
        return None
    if scale == "share":
        return _wilson(value, left_out, count)
    transform = TRANSFORMS[scale]
    forth = transform.forth
    spread = spread_of(
        LeftOut(forth(left_out.items), forth(left_out.systems), forth(left_out.cells)), count
    )
    centre = float(forth(np.array(value)))
    if spread.variance <= (LEAST_SPREAD * max(1.0, abs(centre))) ** 2:
        return None
    reach = special.stdtrit(spread.freedom, SIDES) * np.sqrt(spread.variance)
    ends = sorted(float(end) for end in transform.back(np.array([centre - reach, centre + reach])))
    return max(ends[0], transform.low), min(ends[1], transform.high)


def spread_of(left_out: LeftOut, items: int) -> Spread:
    """Return the jackknife variance and its degrees of freedom, over items or over items and
    systems.

    For G groups of items, the variance is (G - 1) / G times the sum of squares about the mean of
    the replicates. Sources: Tukey 1958 and, for groups, Efron and Tibshirani 1993, section 11.5.
    The degrees of freedom are G - 1, or `items` - 1 if there are fewer items. If systems are
    sampled too, the variances over items and over systems are added. Both include the variance over
    cells (an item and a system), which is therefore subtracted once (Cameron, Gelbach and Miller
    2011). Resampling items and systems (Owen 2007) would count the variance over cells three times.
    The result is at least the larger of the variances over items and over systems (MacKinnon,
    Nielsen and Webb 2023). The degrees of freedom follow from those of items and systems
    (Satterthwaite 1946).
    """
    by_items = _variance(left_out.items)
    freedom = max(1, min(len(left_out.items), items) - 1)
    if not len(left_out.systems):
        return Spread(by_items, freedom)
    by_systems, by_cells = _variance(left_out.systems), _variance(left_out.cells)
    total = max(by_items + by_systems - by_cells, by_items, by_systems)
    parts = by_items**2 / freedom + by_systems**2 / (len(left_out.systems) - 1)
    return Spread(total, max(1.0, total**2 / parts) if parts > 0 else 1.0)


def _variance(replicates: Floats) -> float:
    count = len(replicates)
    if not count:
        return 0.0
    return float((count - 1) / count * ((replicates - replicates.mean()) ** 2).sum())


def _wilson(share: float, left_out: LeftOut, items: int) -> Interval:
    spread, count = spread_of(left_out, items), float(items)
    binomial = share * (1 - share)
    if binomial > LEAST_SPREAD and spread.variance > LEAST_SPREAD**2:
        count = binomial / spread.variance
    reach = float(special.stdtrit(spread.freedom, SIDES))
    middle = (share + reach**2 / (2 * count)) / (1 + reach**2 / count)
    half = reach / (1 + reach**2 / count) * np.sqrt(binomial / count + (reach / (2 * count)) ** 2)
    return max(0.0, middle - half), min(1.0, middle + half)


# The number subtracted from n in the variance of Fisher's z: see `fisher_interval`.
_LESS = {"pearson": 3, "spearman": 3, "kendall": 4}
Coefficient = Literal["pearson", "spearman", "kendall"]


def fisher_interval(value: float, n: int, coefficient: Coefficient) -> Interval | None:
    """Return the interval of a correlation over `n` independent points, such as randomly sampled
    systems, by Fisher's z.

    The variance of z is 1 / (n - 3) for Pearson's r (Fisher 1921), (1 + rho^2 / 2) / (n - 3) for
    Spearman's rho (Bonett and Wright 2000), 0.437 / (n - 4) for Kendall's tau (Fieller, Hartley and
    Pearson 1957). Return None for fewer than five points, or if z is not finite.
    """
    if n <= _LESS["kendall"] or np.isnan(value) or abs(value) >= EDGE:
        return None
    variance = {"pearson": 1.0, "spearman": 1 + value**2 / 2, "kendall": 0.437}[coefficient]
    reach = special.ndtri(SIDES) * np.sqrt(variance / (n - _LESS[coefficient]))
    low, high = np.tanh(np.arctanh(value) + np.array([-reach, reach]))
    return float(low), float(high)
