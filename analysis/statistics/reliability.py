"""Reliability against the number of raters: what the mean of more raters would give, and what it does give."""

from dataclasses import dataclass

import numpy as np

from analysis.statistics.paired import pearson_of_rows
from analysis.statistics.results import Floats, quotient

CELLS = 1 << 21  # draws x units x raters that are worked on at a time


def spearman_brown(single: Floats, raters: Floats) -> Floats:
    """The reliability of the mean of `raters` ratings whose single reliability is `single`; the two broadcast.

    `single` is a single rating's intraclass correlation or alpha. Source: Spearman 1910 and Brown 1910. NaN where the
    formula has a pole: a negative reliability that many raters cannot have. Pitfall: it supposes that further raters
    are like those measured.
    """
    single, raters = np.asarray(single, float), np.asarray(raters, float)
    below = 1 + (raters - 1) * single
    return quotient(raters * single, np.where(below > 0, below, 0))


def raters_needed(single: float, wanted: float) -> float:
    """How many raters' mean has the reliability `wanted`, by `spearman_brown` turned round; not rounded up.

    Infinite where a single rating has no reliability, so that no number helps. Both are below 1.
    """
    return wanted * (1 - single) / (single * (1 - wanted)) if single > 0 else np.inf


@dataclass(frozen=True)
class SplitCorrelation:
    """How the mean of `raters` ratings correlates with the mean of the rest, over `units` units.

    `mean` over the random splits, and the 2.5th and 97.5th percentile of the splits (their spread, no confidence
    interval for the population). All are NaN where fewer than two units have enough ratings, or nothing varies.
    """

    raters: int
    units: int
    mean: float
    low: float
    high: float


def split_correlations(ratings: Floats, *, draws: int, seed: int) -> list[SplitCorrelation]:
    """A SplitCorrelation for every number of raters from 1 to one less than the most ratings a unit has.

    `ratings` is (units, raters), NaN where there is none. In each draw a unit's ratings are put in a random order by
    themselves, so columns need not be the same person; units with `raters` ratings or fewer have no rest and are left
    out. Pitfalls: it is no reliability but about the root of the product of the two means' reliabilities, so it falls
    again as the rest gets small; units differ between rows where gaps do.
    """
    given = (~np.isnan(ratings)).sum(1)
    most = int(given.max(initial=0))
    found = np.full((max(0, most - 1), draws), np.nan)
    step = max(1, CELLS // max(1, ratings.size))
    chance = np.random.default_rng(seed)
    for start in range(0, draws, step):
        part = slice(start, min(start + step, draws))
        sums = _shuffled_sums(ratings, part.stop - start, chance)
        for raters in range(1, most):
            found[raters - 1, part] = _split(sums[:, given > raters], given[given > raters], raters)
    return [_summary(row, raters, int((given > raters).sum())) for raters, row in enumerate(found, 1)]


def _shuffled_sums(ratings: Floats, draws: int, chance: np.random.Generator) -> Floats:
    """Running sums of each unit's ratings in random order, gaps last: shape (draws, units, raters)."""
    keys = np.where(np.isnan(ratings), np.inf, chance.random((draws, *ratings.shape)))
    order = np.argsort(keys, axis=2)
    return np.cumsum(np.take_along_axis(np.nan_to_num(ratings)[None], order, 2), axis=2)


def _split(sums: Floats, given: Floats, raters: int) -> Floats:
    chosen = sums[:, :, raters - 1]
    return pearson_of_rows(chosen / raters, (sums[:, :, -1] - chosen) / (given - raters))


def _summary(draws: Floats, raters: int, units: int) -> SplitCorrelation:
    usable = draws[~np.isnan(draws)]
    if not len(usable):
        return SplitCorrelation(raters, units, np.nan, np.nan, np.nan)
    low, high = np.percentile(usable, [2.5, 97.5])
    return SplitCorrelation(raters, units, float(usable.mean()), float(low), float(high))
