"""Slopes within items: how a value depends on a covariate among the outputs of the same item."""

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.results import Floats, quotient

LEAST = 1e-9  # share of the sum of squares; smaller values are rounding errors


def slope_within(
    covariate: Floats, value: Floats, item: NDArray[np.intp] | None, weight: Floats
) -> Floats:
    """Return the least squares slope (R,) of `value` (N,) on `covariate` (N,) for each of the
    weightings in `weight` (R, N). The slope is NaN if the covariate does not vary.

    Each `item` (N,), numbered without gaps, has its own intercept: the regression has a dummy for
    each item (Frisch and Waugh 1933). Without `item`, the regression has no intercept, because
    differences between two outputs of one item have none.
    """
    if item is None:
        above, below = weight @ (covariate * value), weight @ covariate**2
        return quotient(above, below, least=LEAST)
    # Sums of squares about a mean lose less precision if the numbers are small.
    x, y = _centred(covariate, item), _centred(value, item)
    count = np.maximum(_sums(weight, item), 1)
    sum_x, sum_y = _sums(weight * x, item), _sums(weight * y, item)
    above = weight @ (x * y) - (sum_x * sum_y / count).sum(1)
    below = weight @ x**2 - (sum_x**2 / count).sum(1)
    return quotient(above, below, least=LEAST)


def effective_items(covariate: Floats, item: NDArray[np.intp], *, centred: bool) -> float:
    """Return how many equally informative items would give as much information about the slope. The
    degrees of freedom of the interval follow from this number (Carter, Schnepel and Steigerwald
    2017).

    An item's information is the sum of squares of its covariate (N,), about the item's mean if
    `centred`. If every item counted as a degree of freedom, a few items with very different outputs
    would make intervals too narrow.
    """
    x = _centred(covariate, item) if centred else covariate
    shares = np.bincount(item, x**2)
    return float(shares.sum() ** 2 / (shares**2).sum())


def _sums(rows: Floats, item: NDArray[np.intp]) -> Floats:
    """Return the sums of the rows (R, N) by item, as an array (R, items)."""
    order = np.argsort(item, kind="stable")
    starts = np.flatnonzero(np.diff(item[order], prepend=-1))
    return np.add.reduceat(rows[:, order], starts, axis=1)


def _centred(values: Floats, item: NDArray[np.intp]) -> Floats:
    return values - (np.bincount(item, values) / np.bincount(item))[item]
