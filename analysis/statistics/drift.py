"""Tests for drift in a rater's values. They are permutation tests over items, for several
quantities (columns) together."""

from dataclasses import dataclass

import numpy as np
from scipy import special

from analysis.statistics.results import Floats, quotient

FLIPS = 1999
STEP = 500  # permutations processed at a time
SAME = 1 - 1e-9  # allows for rounding, because sums in another order differ slightly


@dataclass(frozen=True)
class Drift:
    """The result of a drift test. `p` is the p-value of "no column has moved", and `adjusted` (K,)
    has each column's p-value, corrected for all columns.

    `shift` (K,) is how far each column has moved, with its standard error and `freedom`. `limit` is
    the smallest shift / error that the test calls a drift.
    """

    p: float
    adjusted: Floats
    shift: Floats
    error: Floats
    limit: float
    freedom: int

    def power(self, column: int, distance: float) -> float:
        """Return the approximate power to detect that the column has moved by `distance`."""
        if self.error[column] <= 0:
            return 1.0
        reach = distance / self.error[column] - self.limit
        return float(special.stdtr(self.freedom, reach)) if np.isfinite(reach) else 0.0

    def ratio(self, column: int, distance: float, power: float) -> float:
        """Return how many times as many items are needed to detect `distance` with approximately
        this power."""
        if self.error[column] <= 0 or not np.isfinite(self.limit):
            return 1.0
        wanted = self.limit + float(special.stdtrit(self.freedom, power))
        return float((wanted * self.error[column] / distance) ** 2)


def paired_drift(sums: Floats, counts: Floats, alpha: float, seed: int) -> Drift:
    """Test whether two passes over the same items differ. `sums` (G, K) are the sums of the
    differences of an item's units, and `counts` (G, K) the numbers of these units.

    If nothing has changed, either pass could have been the first, so all differences of an item can
    change sign together. The statistic of a column is |sum| / sqrt(sum of squares). The statistic
    of the test is the largest one, so that one p-value applies to all columns (Westfall and Young
    1993). If k of F random sign flips have a statistic at least as large, the p-value is (1 + k) /
    (1 + F), which is exact (Phipson and Smyth 2010).
    """
    items = len(sums)
    scale = np.sqrt((sums**2).sum(0))
    chance = np.random.default_rng(seed)
    flipped = np.concatenate(
        [
            np.abs((chance.integers(0, 2, (min(STEP, FLIPS - start), items)) * 2.0 - 1) @ sums)
            for start in range(0, FLIPS, STEP)
        ]
    )
    largest = np.nan_to_num(quotient(flipped, scale)).max(1, initial=0)
    observed = np.nan_to_num(quotient(np.abs(sums.sum(0)), scale))
    total = counts.sum(0)
    shift = np.nan_to_num(quotient(sums.sum(0), total))
    rest = sums - counts * shift
    error = np.sqrt(items / max(1, items - 1) * (rest**2).sum(0)) / np.maximum(total, 1)
    p, adjusted, critical = _tested(observed, largest, alpha)
    # The flips' statistic S and Student's t are related: t² = S² (G - 1) / (G - S²).
    room = items - critical**2
    limit = critical * float(np.sqrt((items - 1) / room)) if room > 0 else float("inf")
    return Drift(p, adjusted, shift, error, limit, max(1, items - 1))


def unpaired_drift(before: Floats, after: Floats, alpha: float, seed: int) -> Drift:
    """Test whether two samples of items differ. `before` (G, K) and `after` (H, K) are the means of
    the items' units, NaN if missing.

    If nothing has changed and both are samples of the same items, any G of the items could have
    been the first sample. The statistic of a column is Welch's t; the p-value is defined as in
    `paired_drift`.
    """
    everything = np.concatenate([before, after])
    there = ~np.isnan(everything)
    middle = np.nan_to_num(quotient(np.nansum(everything, 0), there.sum(0).astype(float)))
    values = np.where(there, everything - middle, 0.0)
    table = np.concatenate([there.astype(float), values, values**2], axis=1)
    later = np.arange(len(everything)) >= len(before)
    chance = np.random.default_rng(seed)
    largest = np.zeros(FLIPS)
    for start in range(0, FLIPS, STEP):
        size = min(STEP, FLIPS - start)
        rows = chance.permuted(np.tile(later, (size, 1)), axis=1)
        shift, error = _welch(rows @ table, table.sum(0))
        largest[start : start + size] = _ratio(shift, error).max(1, initial=0)
    shift, error = _welch((later @ table)[None], table.sum(0))
    p, adjusted, critical = _tested(_ratio(shift, error)[0], largest, alpha)
    freedom = max(1, min(len(before), len(after)) - 1)
    return Drift(p, adjusted, shift[0], error[0], critical, freedom)


def _welch(later: Floats, total: Floats) -> tuple[Floats, Floats]:
    """Return differences of means and their standard errors, from counts, sums and sums of squares
    (B, 3 K)."""
    means, variances = [], []
    for part in (later, total - later):
        count, summed, squares = np.split(part, 3, axis=1)
        mean = np.nan_to_num(quotient(summed, count))
        spread = np.maximum(squares - count * mean**2, 0)
        means.append(mean)
        variances.append(np.nan_to_num(quotient(spread, np.maximum(count - 1, 1) * count)))
    return means[0] - means[1], np.sqrt(variances[0] + variances[1])


def _ratio(shift: Floats, error: Floats) -> Floats:
    flat = error <= np.finfo(float).eps
    return np.where(
        flat,
        np.where(np.abs(shift) > np.sqrt(np.finfo(float).eps), np.inf, 0.0),
        np.abs(shift) / np.where(flat, 1.0, error),
    )


def _tested(observed: Floats, largest: Floats, alpha: float) -> tuple[float, Floats, float]:
    """Return the p-value over all columns, the p-value of each column, and the critical value,
    which the statistic exceeds with probability `alpha` if nothing has changed."""
    as_large = (largest[None] >= observed[:, None] * SAME).sum(1)
    adjusted = (1 + as_large) / (1 + len(largest))
    place = int(alpha * (1 + len(largest))) - 1
    critical = float(np.sort(largest)[::-1][max(0, place)])
    return float(adjusted.min(initial=1.0)), adjusted, critical
