"""Strengths of systems from rankings of any length, with ties, by the Plackett-Luce model."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.preferences.bradley_terry import STILL, is_joined, newton, require_finite
from analysis.statistics.results import Floats

AT_A_TIME = 1 << 22  # numbers in memory at a time
UNSETTLED = "Plackett-Luce strengths did not converge; too few rankings connect some systems."


@dataclass(frozen=True)
class Rankings:
    """N rankings of K systems in U different patterns; ranking i has pattern `pattern[i]`.

    For each pattern, `chosen` (U, K) counts how often a system was chosen first among the systems
    left. `stages` (U, Q) counts how often each set of systems in `weights` (Q, K) was the set to
    choose from. `above` (U, K * K) is 1 for each pair of systems whose first is ranked above the
    second or equal to it.
    """

    pattern: NDArray[np.intp]
    chosen: Floats
    stages: sparse.csr_array
    weights: Floats
    above: Floats

    def counts(self) -> Floats:
        return np.bincount(self.pattern, minlength=len(self.chosen))[None].astype(np.float64)


def rankings_of(ranks: Floats) -> Rankings:
    """Return the rankings in a table of ranks (N, K). The lowest rank is the best, NaN means
    unranked, and equal ranks are ties."""
    table = np.asarray(ranks, dtype=np.float64)
    unique, pattern = np.unique(_dense(table), axis=0, return_inverse=True)
    size, count = unique.shape[0], table.shape[1]
    chosen, above = np.zeros((size, count)), np.zeros((size, count, count))
    numbers: dict[tuple[float, ...], int] = {}
    row, column = [], []
    for index, places in enumerate(unique):
        present = places > 0
        above[index] = (places[:, None] <= places[None, :]) & present[:, None] & present[None, :]
        for tied, weights in _stages(places):
            chosen[index] += tied
            for weight in weights:
                row.append(index)
                column.append(numbers.setdefault(tuple(weight.tolist()), len(numbers)))
    above[:, np.arange(count), np.arange(count)] = 0
    stages = sparse.csr_array(
        (np.ones(len(row)), (np.array(row, dtype=np.intp), np.array(column, dtype=np.intp))),
        shape=(size, len(numbers)),
    )
    weights_table = np.array(list(numbers), dtype=np.float64).reshape(len(numbers), count)
    return Rankings(
        pattern.reshape(-1), chosen, stages, weights_table, above.reshape(size, count * count)
    )


def _dense(ranks: Floats) -> Floats:
    """Return ranks as 1, 2, 3 … without gaps in each row. Systems that were not ranked have 0."""
    filled = np.where(np.isnan(ranks), -np.inf, ranks)
    ordered = np.sort(filled, axis=1)
    fresh = ordered > np.pad(ordered[:, :-1], ((0, 0), (1, 0)), constant_values=-np.inf)
    # Places in a row are counted from 1. Systems that are not ranked stay at 0.
    places = np.cumsum(fresh, axis=1)
    order = np.argsort(filled, axis=1, kind="stable")
    dense = np.zeros(ranks.shape)
    np.put_along_axis(dense, order, places, axis=1)
    return dense


def _stages(places: Floats) -> Iterator[tuple[Floats, list[Floats]]]:
    """Yield, for each rank of a ranking, the systems with this rank (K,) and the sets that they
    were chosen from, (K,) each.

    Systems that share a rank are taken one after the other, each time with the average of the tied
    systems that remain (Efron 1977). Each set's weights are scaled to a maximum of 1, because their
    scale has no effect.
    """
    for place in range(1, int(places.max(initial=0)) + 1):
        tied, remaining = places == place, places >= place
        if remaining.sum() == 1:
            continue
        size = int(tied.sum())
        weights = [remaining - tied * (number / size) for number in range(size)]
        yield tied.astype(np.float64), [weight / weight.max() for weight in weights]


def plackett_luce(ranks: Floats, names: Sequence[str] | None = None) -> Floats:
    """Return K maximum likelihood log strengths, which sum to 0, from rankings (N, K).

    A ranking is read as a series of choices: the best of all systems, then the best of the systems
    left, and so on. The probability that a system is chosen is its share of the strengths. A pair
    is a ranking of two, so without ties the result equals Bradley-Terry strengths. Source: Plackett
    1975; Luce 1959; ties are treated as by Efron 1977. Raises NotEstimableError if some systems
    were always, or never, above the rest.
    """
    rankings = rankings_of(ranks)
    count = rankings.chosen.shape[1]
    above = (rankings.counts() @ rankings.above).reshape(count, count)
    if above.any() and not _told_apart(rankings):
        raise NotEstimableError(
            "Every ranking was a single tie, so strengths cannot be distinguished."
        )
    require_finite(above, names)
    strengths = resampled_plackett_luce(rankings, rankings.counts())[0]
    if np.isnan(strengths).any():
        raise NotEstimableError(UNSETTLED)
    return strengths


def _told_apart(rankings: Rankings) -> bool:
    """Return whether any of the rankings ranks one system above another."""
    count = rankings.chosen.shape[1]
    above = rankings.above.reshape(-1, count, count)
    return bool((above != above.transpose(0, 2, 1)).any())


def resampled_plackett_luce(rankings: Rankings, counts: Floats) -> Floats:
    """Return the log strengths (draws, K) if pattern u occurs `counts[d, u]` times in draw d.

    The strengths are NaN if `plackett_luce` would not find a finite estimate.
    """
    size, count = rankings.weights.shape
    strengths = np.full((len(counts), count), np.nan)
    step = max(1, AT_A_TIME // max(1, size, count * count))
    for start in range(0, len(counts), step):
        some = slice(start, start + step)
        strengths[some] = _fit(rankings, counts[some])
    return strengths


def _fit(rankings: Rankings, counts: Floats) -> Floats:
    weights = rankings.weights
    size, count = weights.shape
    above = (counts @ rankings.above).reshape(-1, count, count)
    finite = np.array([is_joined(table) for table in above], dtype=bool)
    chosen = counts[finite] @ rankings.chosen
    seen = np.asarray(counts[finite] @ rankings.stages)
    products = (weights[:, :, None] * weights[:, None, :]).reshape(size, count * count)

    def slope(logs: Floats) -> tuple[Floats, Floats]:
        worth = np.exp(logs)
        share = seen / (worth @ weights.T)
        expected = worth * (share @ weights)
        # `seen` can be 0 in a draw. `share` is then 0 too, so any divisor above 0 will do.
        curve = (share**2 / np.maximum(seen, STILL) @ products).reshape(-1, count, count)
        information = (
            np.eye(count) * expected[:, :, None]
            - curve * worth[:, :, None] * worth[:, None, :]
            + 1 / count
        )
        return chosen - expected, information

    logs, settled = newton(slope, np.zeros(chosen.shape))
    strengths = np.full((len(counts), count), np.nan)
    centred = logs - logs.mean(1, keepdims=True)
    strengths[finite] = np.where(settled[:, None], centred, np.nan)
    return strengths
