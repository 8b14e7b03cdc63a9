"""Correlation of many weighted samples of pairs at once, for values with as many levels as there are pairs.

`correlation` does the same from tables, which is cheaper where both variables have few values.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.correlation import tau_b, tau_c
from analysis.statistics.results import Floats, quotient

FEW_PAIRS = 512  # up to here comparing all pairs with all is the faster way
SINGLE = 1 << 24  # whole numbers up to here are exact in single precision
ROUNDING = 1e-12  # of a row's largest value: what differs by less is constant
Places = NDArray[np.intp]


class Correlations(NamedTuple):
    """Four correlations of the same samples, all of one shape."""

    pearson: Floats
    spearman: Floats
    tau_b: Floats
    tau_c: Floats


def correlations(first: Floats, second: Floats, weights: Floats) -> Correlations:
    """Correlations of paired `first` and `second` (samples, N), each counted by `weights` (samples or 1, draws, N).

    The result's shape is (samples, draws). A weight says how often a pair stands in a draw; a pair with a NaN counts
    in none. NaN where one variable is constant or fewer than two pairs are left. Sources: Pearson; Spearman with
    midranks; `correlation.tau_b` and `tau_c`. Memory: samples x draws x N.
    """
    there = ~(np.isnan(first) | np.isnan(second))
    counts = weights * there[:, None, :]
    first, second = np.where(there, first, 0), np.where(there, second, 0)
    total = counts.sum(2)
    one, two = _standing(first, counts), _standing(second, counts)
    untied = [(counts * (total[:, :, None] - variable.tied)).sum(2) / 2 for variable in (one, two)]
    varied = (untied[0] > 0) & (untied[1] > 0)
    classes = np.minimum(_classes(counts, one), _classes(counts, two))
    concordance = _concordance(first, second, counts)
    return Correlations(
        pearson=np.where(varied, _pearson(first, second, counts, there), np.nan),
        spearman=_product_moment(one.rank, two.rank, counts),
        tau_b=tau_b(concordance, untied[0], untied[1]),
        tau_c=tau_c(concordance, total, classes),
    )


@dataclass(frozen=True)
class _Standing:
    """Each pair's midrank less the mean rank, and how many have its value; both (samples, draws, N)."""

    rank: Floats
    tied: Floats


def _standing(values: Floats, counts: Floats) -> _Standing:
    order = np.argsort(values, axis=1)
    start, end = _runs(np.take_along_axis(values, order, 1))
    # Where each value's run starts and ends, in the pairs' own order.
    place = np.argsort(order, axis=1)
    start, end = np.take_along_axis(start, place, 1), np.take_along_axis(end, place, 1)
    upto = np.zeros((*counts.shape[:2], counts.shape[2] + 1))
    np.cumsum(np.take_along_axis(counts, order[:, None, :], 2), axis=2, out=upto[:, :, 1:])
    below = np.take_along_axis(upto, start[:, None, :], 2)
    through = np.take_along_axis(upto, end[:, None, :], 2)
    return _Standing((below + through - upto[:, :, -1:]) / 2, through - below)


def _runs(ordered: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each place in rows of sorted values, where the run of equal values starts, and the place after its end."""
    samples, size = ordered.shape
    steps = ordered[:, 1:] != ordered[:, :-1]
    place = np.arange(size)
    edge = np.ones((samples, 1), bool)
    start = np.maximum.accumulate(np.where(np.hstack([edge, steps]), place, 0), axis=1)
    last = np.where(np.hstack([steps, edge]), place, size)
    end = np.flip(np.minimum.accumulate(np.flip(last, 1), axis=1), 1) + 1
    return start, end


def _classes(counts: Floats, standing: _Standing) -> Floats:
    """The number of different values drawn: each of the `tied` pairs of a value adds its share of 1."""
    share = np.divide(counts, standing.tied, out=np.zeros(counts.shape), where=standing.tied > 0)
    return np.round(share.sum(2))


def _concordance(first: Floats, second: Floats, counts: Floats) -> Floats:
    """Concordant minus discordant pairs, shape (samples, draws)."""
    if first.shape[1] > FEW_PAIRS:
        return np.stack([_by_bits(*sample) for sample in zip(first, second, counts, strict=True)])
    order = [np.sign(values[:, :, None] - values[:, None, :]) for values in (first, second)]
    return np.einsum("sdn,sdn->sd", np.matmul(counts, order[0] * order[1]), counts) / 2


def _by_bits(first: Floats, second: Floats, counts: Floats) -> Floats:
    """The same for one sample of many pairs, `counts` (draws, N), in N log N.

    Two values of `second`, numbered in order, first differ at one binary digit: the pairs that differ there have all
    higher digits in common and stand on either side. Each digit's pairs are counted through running sums in the order
    of `first`; at the lowest digits the groups are so small that all pairs are compared with all.
    """
    one = np.unique(first, return_inverse=True)[1]
    two = np.unique(second, return_inverse=True)[1]
    by_pair = np.ascontiguousarray(counts.T, dtype=_counting(counts))
    digits = int(two.max()).bit_length()
    small = next((digit for digit in range(digits, 0, -1) if np.bincount(two >> digit).max() <= FEW_PAIRS), 0)
    sums = _within_groups(one, two, two >> small, by_pair) if small else np.zeros(len(counts))
    for digit in range(small, digits):
        sums += _across_groups(one, two >> digit, by_pair)
    return sums


def _counting(counts: Floats) -> type[np.floating[Any]]:
    """The smallest type in which twice the number of pairs drawn is exact."""
    small = counts.sum(1).max(initial=0) < SINGLE / 2 and (counts == np.rint(counts)).all()
    return np.float32 if small else np.float64


def _within_groups(one: Places, two: Places, group: Places, by_pair: Any) -> Floats:
    """Concordant minus discordant among the pairs of each group, in each draw."""
    order = np.argsort(group, kind="stable")
    sums = np.zeros(by_pair.shape[1])
    for rows in np.split(order, np.flatnonzero(np.diff(group[order])) + 1):
        signs = [np.sign(ranks[rows, None] - ranks[rows]) for ranks in (one, two)]
        drawn = by_pair[rows]
        sums += np.einsum("nd,nd->d", (signs[0] * signs[1]).astype(by_pair.dtype) @ drawn, drawn, dtype=float) / 2
    return sums


def _across_groups(one: Places, half: Places, by_pair: Any) -> Floats:
    """The same among pairs of different parity of `half` whose halves are equal but for that."""
    span = int(one.max()) + 1
    key = (half >> 1) * span + one
    order = np.argsort(key, kind="stable")
    low, high = order[half[order] % 2 == 0], order[half[order] % 2 == 1]
    running = np.zeros((len(low) + 1, by_pair.shape[1]), by_pair.dtype)
    np.cumsum(by_pair[low], axis=0, out=running[1:])
    drawn = by_pair[high]
    left, right = (np.searchsorted(key[low], key[high], side) for side in ("left", "right"))
    beside = running[left]
    beside += beside if (left == right).all() else running[right]
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
        # Centred on the sample first: the draws' sums are then free of cancellation.
        near = (values - quotient(values.sum(1), there.sum(1).astype(float))[:, None])[:, None, :]
        centred.append(near - quotient((counts * near).sum(2), total)[:, :, None])
    return _product_moment(centred[0], centred[1], counts)


def _product_moment(first: Floats, second: Floats, counts: Floats) -> Floats:
    """The correlation of centred scores, all three of shape (samples, draws, N)."""
    covariance = np.einsum("sdn,sdn,sdn->sd", counts, first, second)
    squares = [np.einsum("sdn,sdn,sdn->sd", counts, scores, scores) for scores in (first, second)]
    return quotient(covariance, np.sqrt(squares[0] * squares[1]))


def pearson_of_rows(first: Floats, second: Floats) -> Floats:
    """Pearson's r of each row of `first` with the same row of `second`, both (rows, N): shape (rows,).

    NaN where a row is constant (but for rounding) or has fewer than two pairs.
    """
    one, two = _centred_rows(first), _centred_rows(second)
    return quotient((one * two).sum(1), np.sqrt((one**2).sum(1) * (two**2).sum(1)))


def _centred_rows(values: Floats) -> Floats:
    centred = values - values.sum(1, keepdims=True) / max(1, values.shape[1])
    size = np.abs(values).max(axis=1, initial=0)[:, None]
    return np.where(np.abs(centred).max(axis=1, initial=0)[:, None] > ROUNDING * size, centred, 0)
