"""The paired permutation test of whether one of two judges is better on the same outputs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.closeness.correlation import midranks, pearson_of_series
from analysis.statistics.closeness.levels import MEAN_DECIMALS
from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats

Statistic = Callable[[Floats, Floats], float]
Level = Literal["system", "input", "pooled"]
Coefficient = Literal["pearson", "spearman"]
ROUNDING = 1e-9
MEMORY = 4_000_000


@dataclass(frozen=True)
class JudgeComparison:
    """The judges' statistics `first` and `second`, and their `difference`, first minus second.

    `p_value` is two-sided; `p_greater` is for a difference above zero. Both p-values are based on
    the `draws` whose statistics could be computed, over `cells` that people and both judges scored.
    `undefined` draws had no statistic and are left out.
    """

    first: float
    second: float
    difference: float
    p_value: float
    p_greater: float
    draws: int
    undefined: int
    cells: int


def compare_judges(
    human: Floats,
    first: Floats,
    second: Floats,
    *,
    statistic: Statistic,
    standardise: bool = True,
    draws: int = 1000,
    seed: int,
) -> JudgeComparison:
    """Test `statistic(human, first) - statistic(human, second)` by paired permutation.

    All matrices are (items, systems), and NaN means a missing score. A cell that is missing in one
    matrix is removed from all, so that no swap changes which cells count. `statistic` takes two
    such matrices and returns a float, NaN if it has no value. Every draw swaps the two judges'
    scores in a random half of the cells. Each judge's scores are standardised first, because a swap
    needs a common scale. Source: Deutsch, Dror and Roth 2021, "A Statistical Analysis of
    Summarization Evaluation Metrics using Resampling Methods", PERM-BOTH. The p-values count the
    observed data as one draw (Phipson and Smyth 2010).

    Pitfall: if the statistic depends on the scale (an error, a tie threshold), set `standardise` to
    False, and have both judges rate on the same scale. Raises NotEstimableError if the statistic of
    either judge has no value.
    """
    people, first, second = _shared(human, first, second, standardise=standardise)
    chance = np.random.default_rng(seed)
    swapped = np.empty((draws, 2))
    for draw in range(draws):
        swap = chance.random(people.shape) < 0.5
        swapped[draw] = (
            statistic(people, np.where(swap, second, first)),
            statistic(people, np.where(swap, first, second)),
        )
    figures = (float(statistic(people, first)), float(statistic(people, second)))
    return _comparison(figures, swapped[:, 0] - swapped[:, 1], people)


def compare_correlations(
    human: Floats,
    first: Floats,
    second: Floats,
    *,
    coefficient: Coefficient,
    level: Level,
    draws: int = 1000,
    seed: int,
) -> JudgeComparison:
    """Return the same as `compare_judges` for Pearson's or Spearman's correlation, with all draws
    computed at once.

    `level` says what is correlated. At "system", it is the systems' means. At "input", it is the
    scores of each item's outputs; the correlations are averaged over the items for which neither
    side is constant. At "pooled", it is all cells. Ties get midranks.
    """
    people, first, second = _shared(human, first, second, standardise=True)
    aim = _series(people[None], level, coefficient)
    at_once = max(1, MEMORY // people.size)
    chance = np.random.default_rng(seed)
    orders = ((first, second), (second, first))
    every_swap = (
        [_every_swap(aim, a, b, coefficient) for a, b in orders]
        if _few_swaps(level, people, draws)
        else []
    )
    differences = []
    for start in range(0, draws, at_once):
        swap = chance.random((min(at_once, draws - start), *people.shape)) < 0.5
        if every_swap:
            sides = [_looked_up(each, swap) for each in every_swap]
        else:
            sides = [
                _correlation(aim, _series(np.where(swap, b, a), level, coefficient))
                for a, b in orders
            ]
        differences.append(sides[0] - sides[1])
    figures = [
        float(_correlation(aim, _series(side[None], level, coefficient))[0])
        for side in (first, second)
    ]
    return _comparison((figures[0], figures[1]), np.concatenate(differences), people)


def _few_swaps(level: Level, people: Floats, draws: int) -> bool:
    return level == "input" and 2 ** people.shape[1] <= draws


def _every_swap(aim: Floats, first: Floats, second: Floats, coefficient: Coefficient) -> Floats:
    """Return each item's correlation for every possible swap of its systems, (2 ** systems, items).
    This is used if there are few systems."""
    systems = first.shape[1]
    swaps = (np.arange(2**systems)[:, None] >> np.arange(systems) & 1).astype(bool)
    correlations = [
        pearson_of_series(aim, _series(np.where(swap, second, first)[None], "input", coefficient))[
            0
        ]
        for swap in swaps
    ]
    return np.stack(correlations)


def _looked_up(each: Floats, swap: NDArray[np.bool_]) -> Floats:
    number = swap @ (1 << np.arange(swap.shape[2]))
    values = each[number, np.arange(swap.shape[1])]
    defined = ~np.isnan(values)
    count = defined.sum(1)
    return np.divide(
        np.where(defined, values, 0).sum(1),
        count,
        out=np.full(len(values), np.nan),
        where=count > 0,
    )


def _shared(
    human: Floats, first: Floats, second: Floats, *, standardise: bool
) -> tuple[Floats, Floats, Floats]:
    """Return the three matrices with the same cells missing. With `standardise`, the judges' scores
    are standardised over all cells. Raises NotEstimableError if no cell is complete, or if the
    scores to standardise do not vary."""
    people, first, second = (
        np.asarray(scores, dtype=np.float64) for scores in (human, first, second)
    )
    if not people.shape == first.shape == second.shape or people.ndim != 2:
        raise ValueError(
            "People's and both judges' scores must be matrices of the same shape, items by systems."
        )
    missing = np.isnan(people + first + second)
    if missing.all():
        raise NotEstimableError("No output was scored by people and by both judges.")
    sides = [np.where(missing, np.nan, scores) for scores in (people, first, second)]
    if not standardise:
        return sides[0], sides[1], sides[2]
    for name, scores in (("first", sides[1]), ("second", sides[2])):
        if np.nanmax(scores) == np.nanmin(scores):
            raise NotEstimableError(
                f"The {name} judge always gave the same score, so it cannot be compared."
            )
    first, second = ((scores - np.nanmean(scores)) / np.nanstd(scores) for scores in sides[1:])
    return sides[0], first, second


def _comparison(figures: tuple[float, float], draws: Floats, people: Floats) -> JudgeComparison:
    first, second = figures
    if np.isnan(first) or np.isnan(second):
        raise NotEstimableError(
            f"The {'first' if np.isnan(first) else 'second'} judge has no value on these data: "
            "there are too few outputs, or scores do not vary."
        )
    difference = first - second
    usable = draws[~np.isnan(draws)]
    at_least = usable >= difference - ROUNDING
    as_far = np.abs(usable) >= abs(difference) - ROUNDING
    return JudgeComparison(
        first=first,
        second=second,
        difference=difference,
        p_value=float((1 + as_far.sum()) / (1 + len(usable))),
        p_greater=float((1 + at_least.sum()) / (1 + len(usable))),
        draws=len(usable),
        undefined=len(draws) - len(usable),
        cells=int((~np.isnan(people)).sum()),
    )


def _series(scores: Floats, level: Level, coefficient: Coefficient) -> Floats:
    """Turn scores, shape (draws, items, systems), into the series to correlate at this level, shape
    (draws, series, points). For Spearman's coefficient, the values are midranks. Raises ValueError
    if the level or the coefficient is unknown."""
    if level == "system":
        seen = ~np.isnan(scores)
        total, count = np.where(seen, scores, 0).sum(1), seen.sum(1)
        series = np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0)[:, None]
    elif level == "input":
        series = scores
    elif level == "pooled":
        series = scores.reshape(len(scores), 1, -1)
    else:
        raise ValueError(f'The level is "system", "input" or "pooled", not "{level}".')
    if coefficient == "pearson":
        return series
    if coefficient == "spearman":
        # Sums in another order differ in their last digits; equal means must stay ties.
        return midranks(np.round(series, MEAN_DECIMALS))
    raise ValueError(f'The coefficient is "pearson" or "spearman", not "{coefficient}".')


def _correlation(first: Floats, second: Floats) -> Floats:
    """Return Pearson's correlation along the last axis, averaged over the series for which it is
    defined, as an array (draws,)."""
    each = pearson_of_series(first, second)
    defined = ~np.isnan(each)
    count = defined.sum(1)
    return np.divide(
        np.where(defined, each, 0).sum(1), count, out=np.full(len(each), np.nan), where=count > 0
    )
