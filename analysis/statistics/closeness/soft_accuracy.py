"""Soft pairwise accuracy: whether a judge orders systems as people do, with the same certainty."""

from dataclasses import dataclass

import numpy as np

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats

ROUNDING = 1e-9
SMALLEST = 1e-12  # share of a sum of scores: how much the order of the sum can change it


@dataclass(frozen=True)
class SoftPairwiseAccuracy:
    """The `accuracy` over `pairs` of systems. The `unpaired` pairs share no item and are left out.

    `human` and `judge` are (K, K) p-values of the hypothesis that the row's system is not better
    than the column's. A p-value is NaN if the two systems share no item.
    """

    accuracy: float
    pairs: int
    unpaired: int
    human: Floats
    judge: Floats


def soft_pairwise_accuracy(
    human: Floats, judge: Floats, *, draws: int = 1000, seed: int
) -> SoftPairwiseAccuracy:
    """Return 1 minus the mean absolute difference between people's and the judge's p-values over
    pairs of systems.

    `human` and `judge` are (items, K) scores, NaN if missing; a pair of systems is tested on the
    items for which all four scores exist. The tests are one-sided paired permutation tests that
    swap the two systems item by item. Draws equal to the observed difference count half, so the
    result does not depend on the order of the systems. Source: Thompson, Mathur, Deutsch and
    Khayrallah 2024, "Improving Statistical Significance in Human Evaluation of Automatic Metrics
    via Soft Pairwise Accuracy". Raises NotEstimableError if no two systems share an item.

    One system at a time is compared with all others, on its own items. Memory is draws x (items +
    K) + K^2, less for a table with gaps.
    """
    if human.shape != judge.shape or human.ndim != 2:
        raise ValueError(
            "Human and judge scores must be two matrices of the same shape, items by systems."
        )
    items, systems = human.shape
    there = ~np.isnan(human + judge)
    signs = np.random.default_rng(seed).choice(np.array([-1.0, 1.0]), size=(draws, items))
    p_values = np.stack([_p_values(_Scores.of(scores, there, signs)) for scores in (human, judge)])
    above = p_values[:, *np.triu_indices(systems, 1)]
    paired = ~np.isnan(above[0])
    if not paired.any():
        raise NotEstimableError(
            "No two systems share an item that people and the judge both scored."
        )
    return SoftPairwiseAccuracy(
        accuracy=float(1 - np.abs(above[0] - above[1])[paired].mean()),
        pairs=int(paired.sum()),
        unpaired=int((~paired).sum()),
        human=p_values[0],
        judge=p_values[1],
    )


@dataclass(frozen=True)
class _Scores:
    """Scores (items, K) centred on the means of their items, with 0 for a missing score. `signs`
    (draws, items) are the sign flips. `flipped` is signs @ values, or None if a score is
    missing."""

    values: Floats
    there: np.ndarray
    signs: Floats
    flipped: Floats | None

    @classmethod
    def of(cls, scores: Floats, there: np.ndarray, signs: Floats) -> "_Scores":
        counts = np.maximum(there.sum(1, keepdims=True), 1)
        # Subtracting the mean does not change differences of systems, and the sums have smaller
        # numbers.
        near = scores - np.where(there, scores, 0).sum(1, keepdims=True) / counts
        values = np.where(there, near, 0)
        return cls(values, there, signs, signs @ values if there.all() else None)


def _p_values(scores: _Scores) -> Floats:
    """Return the (K, K) p-values. A p-value is NaN if the two systems share no item."""
    systems = scores.values.shape[1]
    square = np.full((systems, systems), np.nan)
    for first in range(systems - 1):
        rows = np.flatnonzero(scores.there[:, first])
        others = first + 1 + np.flatnonzero(scores.there[rows, first + 1 :].any(0))
        if len(others):
            p_values = _against(scores, first, others, rows)
            square[first, others] = p_values
            square[others, first] = 1 - p_values
    return square


def _against(scores: _Scores, first: int, others: np.ndarray, rows: np.ndarray) -> Floats:
    """Return the p-values of the system `first` against each of `others` on `rows`. A p-value is
    the share of sign flips with a larger difference than the observed one. Equal differences count
    half."""
    values, cells = scores.values[np.ix_(rows, others)], scores.there[np.ix_(rows, others)]
    gaps = np.where(cells, scores.values[rows, first, None] - values, 0)
    if scores.flipped is None:
        rise = scores.signs[:, rows] @ gaps
    else:
        rise = scores.flipped[:, first, None] - scores.flipped[:, others]
    rise -= gaps.sum(0)
    size = np.abs(values).sum(0) + np.abs(scores.values[rows, first]).sum()
    slack = ROUNDING * np.abs(gaps).sum(0) + SMALLEST * size
    above = np.count_nonzero(rise > slack, axis=0)
    at_least = np.count_nonzero(rise >= -slack, axis=0)
    return (above + at_least) / (2 * len(rise))
