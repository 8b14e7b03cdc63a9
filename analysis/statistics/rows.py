"""Correlation within each row of two matrices, for many weightings of the columns at once: few columns, many rows.

`paired` does the same for rows of any length; here all pairs of columns are compared once, and the weightings are
matrix products.
"""

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.correlation import tau_b, tau_c
from analysis.statistics.paired import Correlations
from analysis.statistics.results import Floats, quotient

MOST_COLUMNS = 48  # beyond, comparing all pairs of columns costs more than sorting them


def row_correlations(first: Floats, second: Floats, weights: Floats, *, stuart: bool = True) -> Correlations:
    """Each of shape (rows, weightings), for `first` and `second` (rows, S) and whole `weights` (weightings, S).

    Stuart's tau-c is as dear as the others together: without `stuart` it is NaN.

    A weight says how often a column stands in a weighting; a pair with a NaN counts in none. NaN where one side is
    constant or fewer than two pairs are left. Sources as in `paired.correlations`. Memory: rows x weightings x S.
    """
    there = ~(np.isnan(first) | np.isnan(second))
    values = [np.where(there, side, 0) for side in (first, second)]
    signs = [_signs(side, there) for side in values]
    left, right = np.triu_indices(first.shape[1], 1)
    together = (weights[:, left] * weights[:, right]).T
    orders = [sign[:, left, right] for sign in signs]
    untied = [np.abs(order) @ together for order in orders]
    varied = (untied[0] > 0) & (untied[1] > 0)
    concordance = (orders[0] * orders[1]) @ together
    total = there.astype(float) @ weights.T
    return Correlations(
        pearson=np.where(varied, _pearson(values, there, weights, total), np.nan),
        spearman=np.where(varied, _spearman(signs, weights), np.nan),
        tau_b=np.where(varied, tau_b(concordance, untied[0], untied[1]), np.nan),
        tau_c=(
            tau_c(concordance, total, np.minimum(*(_classes(side, there, weights) for side in values)))
            if stuart
            else np.full(total.shape, np.nan)
        ),
    )


def _signs(values: Floats, there: NDArray[np.bool_]) -> Floats:
    """How each row's column stands to each other one: -1, 0, 1, shape (rows, S, S); 0 where either is missing."""
    known = there[:, :, None] & there[:, None, :]
    return np.sign(values[:, :, None] - values[:, None, :]) * known


def _spearman(signs: list[Floats], weights: Floats) -> Floats:
    # Twice the midrank less the mean rank is the number of pairs below less the number above.
    ranks = [sign @ weights.T for sign in signs]
    weighted = [rank * weights.T for rank in ranks]
    shared, one, two = (np.einsum("rsw,rsw->rw", weighted[a], ranks[b]) for a, b in ((0, 1), (0, 0), (1, 1)))
    return quotient(shared, np.sqrt(one * two))


def _pearson(values: list[Floats], there: NDArray[np.bool_], weights: Floats, total: Floats) -> Floats:
    counts = np.maximum(there.sum(1), 1)[:, None]
    # Centred on the row first: the weightings' sums are then free of cancellation.
    near = [np.where(there, side - side.sum(1, keepdims=True) / counts, 0) for side in values]
    sums = [side @ weights.T for side in near]
    moments = [
        (near[a] * near[b]) @ weights.T - quotient(sums[a] * sums[b], total) for a, b in ((0, 1), (0, 0), (1, 1))
    ]
    return quotient(moments[0], np.sqrt(np.maximum(moments[1] * moments[2], 0)))


def _classes(values: Floats, there: NDArray[np.bool_], weights: Floats) -> Floats:
    """How many different values each weighting holds: a value is counted at its last column that is drawn."""
    drawn = (weights > 0).T.astype(float)
    columns = values.shape[1]
    later = np.triu(np.ones((columns, columns)), 1)
    same = (values[:, :, None] == values[:, None, :]) * (there[:, :, None] & there[:, None, :]) * later
    last = (same @ drawn == 0) * (there[:, :, None] * drawn)
    return last.sum(1)
