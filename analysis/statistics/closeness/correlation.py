"""Pearson's and Spearman's correlations, tau-b and tau-c, for many samples at once.

`correlations` takes weighted samples of pairs, and `row_correlations` takes the rows of two
matrices. `pearson_of_series` takes series without weights, and gives Spearman's if the series are
`midranks`.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from analysis.statistics.results import Floats, quotient

FEW_PAIRS = 512  # pairs; up to here, comparing all pairs with all is faster
MOST_COLUMNS = 48  # columns of a row; with more, sorting is faster than comparing all pairs
FEW_POINTS = 32  # points of a series; up to here, counting is faster than sorting
CONSTANT = 1e-9  # a series with at most this spread does not vary
SINGLE = 1 << 24  # whole numbers up to here are exact in single precision
Places = NDArray[np.intp]


class Correlations(NamedTuple):
    """Four correlations of the same samples, as arrays of the same shape."""

    pearson: Floats
    spearman: Floats
    tau_b: Floats
    tau_c: Floats


def correlations(first: Floats, second: Floats, weights: Floats) -> Correlations:
    """Return the correlations of `first` and `second` (samples, N), which form pairs, with
    `weights` (samples or 1, draws, N).

    The result's shape is (samples, draws). A weight is how often a pair is in a draw; pairs with a
    NaN never count. A correlation is NaN if one variable is constant or fewer than two pairs
    remain. Spearman's correlation uses midranks; for Kendall's see `tau_b` and `tau_c`. Memory:
    samples x draws x N.
    """
    there = ~(np.isnan(first) | np.isnan(second))
    counts = weights * there[:, None, :]
    first, second = np.where(there, first, 0), np.where(there, second, 0)
    total = counts.sum(2)
    first_standing, second_standing = _standing(first, counts), _standing(second, counts)
    untied = [
        (counts * (total[:, :, None] - standing.tied)).sum(2) / 2
        for standing in (first_standing, second_standing)
    ]
    varied = (untied[0] > 0) & (untied[1] > 0)
    classes = np.minimum(_classes(counts, first_standing), _classes(counts, second_standing))
    concordance = _concordance(first, second, counts)
    return Correlations(
        pearson=np.where(varied, _pearson(first, second, counts, there), np.nan),
        spearman=_product_moment(first_standing.rank, second_standing.rank, counts),
        tau_b=tau_b(concordance, untied[0], untied[1]),
        tau_c=tau_c(concordance, total, classes),
    )


@dataclass(frozen=True)
class _Standing:
    """The midrank of each pair minus the mean rank, and the number of pairs with the same value,
    both of shape (samples, draws, N)."""

    rank: Floats
    tied: Floats


def _standing(values: Floats, counts: Floats) -> _Standing:
    order = np.argsort(values, axis=1)
    start, end = _runs(np.take_along_axis(values, order, 1))
    # The start and end of each value's run, back in the original order of the pairs.
    place = np.argsort(order, axis=1)
    start, end = np.take_along_axis(start, place, 1), np.take_along_axis(end, place, 1)
    upto = np.zeros((*counts.shape[:2], counts.shape[2] + 1))
    np.cumsum(np.take_along_axis(counts, order[:, None, :], 2), axis=2, out=upto[:, :, 1:])
    below = np.take_along_axis(upto, start[:, None, :], 2)
    through = np.take_along_axis(upto, end[:, None, :], 2)
    return _Standing((below + through - upto[:, :, -1:]) / 2, through - below)


def _runs(ordered: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return, for each position in rows of sorted values, where the run of equal values starts, and
    the position after its end."""
    samples, size = ordered.shape
    steps = ordered[:, 1:] != ordered[:, :-1]
    place = np.arange(size)
    edge = np.ones((samples, 1), bool)
    start = np.maximum.accumulate(np.where(np.hstack([edge, steps]), place, 0), axis=1)
    last = np.where(np.hstack([steps, edge]), place, size)
    end = np.flip(np.minimum.accumulate(np.flip(last, 1), axis=1), 1) + 1
    return start, end


def _classes(counts: Floats, standing: _Standing) -> Floats:
    """Return how many different values are drawn. If a value has n drawn pairs, each of these pairs
    adds 1 / n to the number."""
    share = np.divide(counts, standing.tied, out=np.zeros(counts.shape), where=standing.tied > 0)
    return np.round(share.sum(2))


def _concordance(first: Floats, second: Floats, counts: Floats) -> Floats:
    """Return the weighted number of concordant minus discordant comparisons between two pairs of
    scores, as an array (samples, draws)."""
    if first.shape[1] > FEW_PAIRS:
        of_sample = _by_sorting if counts.shape[1] == 1 and (counts <= 1).all() else _by_bits
        return np.stack([of_sample(*sample) for sample in zip(first, second, counts, strict=True)])
    order = [np.sign(values[:, :, None] - values[:, None, :]) for values in (first, second)]
    return np.einsum("sdn,sdn->sd", np.matmul(counts, order[0] * order[1]), counts) / 2


def _by_sorting(first: Floats, second: Floats, counts: Floats) -> Floats:
    """Return the result of `_concordance` from SciPy's tau-b, which is faster for a single draw
    that contains no pair twice."""
    x, y = first[counts[0] > 0], second[counts[0] > 0]
    tau = stats.kendalltau(x, y, variant="b", method="asymptotic").statistic if len(x) > 1 else 0
    pairs = len(x) * (len(x) - 1) / 2
    untied = [
        pairs - (ties * (ties - 1) / 2).sum()
        for ties in (np.unique(side, return_counts=True)[1] for side in (x, y))
    ]
    return np.array([0.0 if np.isnan(tau) else np.rint(tau * np.sqrt(untied[0] * untied[1]))])


def _by_bits(first: Floats, second: Floats, counts: Floats) -> Floats:
    """Return the result of `_concordance` for one sample, `counts` (draws, N), in N log N steps.

    Two values of `second`, numbered in order, first differ at one binary digit: they share all
    higher digits, and one has 0 and the other 1 at this digit. Each digit's pairs are counted
    through running sums in the order of `first`. At the lowest digits, where the groups are small,
    all pairs in a group are compared directly.
    """
    first_code = np.unique(first, return_inverse=True)[1]
    second_code = np.unique(second, return_inverse=True)[1]
    by_pair = np.ascontiguousarray(counts.T, dtype=_counting(counts))
    digits = int(second_code.max()).bit_length()
    small = next(
        (
            digit
            for digit in range(digits, 0, -1)
            if np.bincount(second_code >> digit).max() <= FEW_PAIRS
        ),
        0,
    )
    sums = (
        _within_groups(first_code, second_code, second_code >> small, by_pair)
        if small
        else np.zeros(len(counts))
    )
    for digit in range(small, digits):
        sums += _across_groups(first_code, second_code >> digit, by_pair)
    return sums


def _counting(counts: Floats) -> type[np.floating[Any]]:
    """Return the smallest type in which twice the number of drawn pairs is exact."""
    small = counts.sum(1).max(initial=0) < SINGLE / 2 and (counts == np.rint(counts)).all()
    return np.float32 if small else np.float64


def _within_groups(first_code: Places, second_code: Places, group: Places, by_pair: Any) -> Floats:
    """Return, for each draw, the number of concordant minus discordant comparisons within the
    groups."""
    order = np.argsort(group, kind="stable")
    sums = np.zeros(by_pair.shape[1])
    for rows in np.split(order, np.flatnonzero(np.diff(group[order])) + 1):
        signs = [np.sign(ranks[rows, None] - ranks[rows]) for ranks in (first_code, second_code)]
        drawn = by_pair[rows]
        sums += (
            np.einsum(
                "nd,nd->d", (signs[0] * signs[1]).astype(by_pair.dtype) @ drawn, drawn, dtype=float
            )
            / 2
        )
    return sums


def _across_groups(first_code: Places, half: Places, by_pair: Any) -> Floats:
    """For each draw, return the weighted number of concordant minus discordant comparisons between
    points whose codes in `half` differ only in the last bit."""
    span = int(first_code.max()) + 1
    key = (half >> 1) * span + first_code
    order = np.argsort(key, kind="stable")
    low, high = order[half[order] % 2 == 0], order[half[order] % 2 == 1]
    running = np.zeros((len(low) + 1, by_pair.shape[1]), by_pair.dtype)
    np.cumsum(by_pair[low], axis=0, out=running[1:])
    drawn = by_pair[high]
    less, at_most = (np.searchsorted(key[low], key[high], side) for side in ("left", "right"))
    beside = running[less]
    beside += beside if (less == at_most).all() else running[at_most]
    whole = half[high] >> 1
    starts = np.flatnonzero(np.diff(whole, prepend=-1))
    edges = [running[np.searchsorted(key[low], (whole[starts] + step) * span)] for step in (0, 1)]
    groups = np.add.reduceat(drawn, starts, axis=0)
    return np.einsum("nd,nd->d", drawn, beside, dtype=float) - np.einsum(
        "gd,gd->d", groups, edges[0] + edges[1], dtype=float
    )


def _pearson(first: Floats, second: Floats, counts: Floats, there: NDArray[np.bool_]) -> Floats:
    total = counts.sum(2)
    centred = []
    for values in (first, second):
        # The sample's mean is subtracted first, so that the draws' sums do not lose digits by
        # cancellation.
        near = (values - quotient(values.sum(1), there.sum(1).astype(float))[:, None])[:, None, :]
        centred.append(near - quotient((counts * near).sum(2), total)[:, :, None])
    return _product_moment(centred[0], centred[1], counts)


def _product_moment(first: Floats, second: Floats, counts: Floats) -> Floats:
    """Return the correlation of centred scores. Inputs have the shape (samples, draws, N)."""
    covariance = np.einsum("sdn,sdn,sdn->sd", counts, first, second)
    squares = [np.einsum("sdn,sdn,sdn->sd", counts, scores, scores) for scores in (first, second)]
    return _bounded(quotient(covariance, np.sqrt(squares[0] * squares[1])))


def _bounded(correlation: Floats) -> Floats:
    """Return correlations limited to -1 to 1, which rounding errors can slightly exceed."""
    return np.clip(correlation, -1, 1)


def row_correlations(
    first: Floats, second: Floats, weights: Floats, *, stuart: bool = True
) -> Correlations:
    """Return correlations within each row of `first` and `second` (rows, S), for integer `weights`
    (weightings, S).

    Each correlation has the shape (rows, weightings) and is defined as in `correlations`. If there
    are few columns, all pairs of columns are compared once, and weightings are applied as matrix
    products. Stuart's tau-c takes as long as the other correlations together. If `stuart` is false,
    it can be NaN. Memory: rows x weightings x S.
    """
    if first.shape[1] > MOST_COLUMNS:
        return correlations(first, second, weights[None])
    there = ~(np.isnan(first) | np.isnan(second))
    values = [np.where(there, side, 0) for side in (first, second)]
    signs = [_signs(side, there) for side in values]
    first_column, second_column = np.triu_indices(first.shape[1], 1)
    together = (weights[:, first_column] * weights[:, second_column]).T
    orders = [sign[:, first_column, second_column] for sign in signs]
    untied = [np.abs(order) @ together for order in orders]
    varied = (untied[0] > 0) & (untied[1] > 0)
    concordance = (orders[0] * orders[1]) @ together
    total = there.astype(float) @ weights.T
    return Correlations(
        pearson=np.where(varied, _rows_pearson(values, there, weights, total), np.nan),
        spearman=np.where(varied, _rows_spearman(signs, weights), np.nan),
        tau_b=np.where(varied, tau_b(concordance, untied[0], untied[1]), np.nan),
        tau_c=(
            tau_c(
                concordance,
                total,
                np.minimum(*(_rows_classes(side, there, weights) for side in values)),
            )
            if stuart
            else np.full(total.shape, np.nan)
        ),
    )


def _signs(values: Floats, there: NDArray[np.bool_]) -> Floats:
    """Return the sign of the difference between any two columns of a row: -1, 0 or 1, shape (rows,
    S, S). It is 0 if either value is missing."""
    both = there[:, :, None] & there[:, None, :]
    return np.sign(values[:, :, None] - values[:, None, :]) * both


def _rows_spearman(signs: list[Floats], weights: Floats) -> Floats:
    # The number of pairs below minus the number above is twice the difference between the midrank
    # and the mean rank.
    ranks = [sign @ weights.T for sign in signs]
    weighted = [rank * weights.T for rank in ranks]
    shared, first_square, second_square = (
        np.einsum("rsw,rsw->rw", weighted[a], ranks[b]) for a, b in ((0, 1), (0, 0), (1, 1))
    )
    return _bounded(quotient(shared, np.sqrt(first_square * second_square)))


def _rows_pearson(
    values: list[Floats], there: NDArray[np.bool_], weights: Floats, total: Floats
) -> Floats:
    counts = np.maximum(there.sum(1), 1)[:, None]
    # The row's mean is subtracted first, so that the weighted sums do not lose digits by
    # cancellation.
    near = [np.where(there, side - side.sum(1, keepdims=True) / counts, 0) for side in values]
    sums = [side @ weights.T for side in near]
    moments = [
        (near[a] * near[b]) @ weights.T - quotient(sums[a] * sums[b], total)
        for a, b in ((0, 1), (0, 0), (1, 1))
    ]
    return _bounded(quotient(moments[0], np.sqrt(np.maximum(moments[1] * moments[2], 0))))


def _rows_classes(values: Floats, there: NDArray[np.bool_], weights: Floats) -> Floats:
    """Return the number of different values for each weighting. A value is counted at its last
    drawn column."""
    drawn = (weights > 0).T.astype(float)
    columns = values.shape[1]
    later = np.triu(np.ones((columns, columns)), 1)
    same = (
        (values[:, :, None] == values[:, None, :]) * (there[:, :, None] & there[:, None, :]) * later
    )
    last = (same @ drawn == 0) * (there[:, :, None] * drawn)
    return last.sum(1)


def tau_b(concordance: Floats, untied_first: Floats, untied_second: Floats) -> Floats:
    """Return Kendall's tau-b (1945): concordant minus discordant pairs, divided by the geometric
    mean of the numbers of untied pairs in each variable."""
    return _bounded(quotient(concordance, np.sqrt(untied_first * untied_second)))


def tau_c(concordance: Floats, total: Floats, classes: Floats) -> Floats:
    """Return Stuart's tau-c (1953): concordant minus discordant pairs, divided by their largest
    possible number. This is the number for `total` units in a square table with `classes` rows.
    `classes` is the smaller of the two variables' numbers of different values."""
    return quotient(2 * concordance * classes, total**2 * (classes - 1))


def midranks(series: Floats) -> Floats:
    """Return midranks along the last axis, up to an additive constant. A NaN remains NaN."""
    if series.shape[2] > FEW_POINTS:
        return np.asarray(stats.rankdata(series, axis=2, nan_policy="omit"), dtype=np.float64)
    # For few points, counting is faster than sorting: a rank is the number of points below minus
    # the number above.
    ranks = np.where(np.isnan(series), np.nan, 0.0)
    filled = np.nan_to_num(series)
    for point in range(series.shape[2]):
        other = filled[:, :, point, None]
        ranks += np.where(np.isnan(series[:, :, point, None]), 0, np.sign(filled - other)) / 2
    return ranks


def pearson_of_series(first: Floats, second: Floats) -> Floats:
    """Return Pearson's r of each series, shape (draws, series), from arrays (draws or 1, series,
    points).

    A point with a NaN on either side is left out. The result is NaN if one side is constant.
    """
    seen = ~np.isnan(first) & ~np.isnan(second)
    centred = [_series_centred(side, seen) for side in (first, second)]
    spread = np.sqrt((centred[0] ** 2).sum(2) * (centred[1] ** 2).sum(2))
    shared = (centred[0] * centred[1]).sum(2)
    return _bounded(
        np.divide(shared, spread, out=np.full(spread.shape, np.nan), where=spread > CONSTANT)
    )


def _series_centred(values: Floats, seen: NDArray[np.bool_]) -> Floats:
    filled = np.where(seen, values, 0)
    return np.where(
        seen, filled - filled.sum(2, keepdims=True) / np.maximum(seen.sum(2, keepdims=True), 1), 0
    )
