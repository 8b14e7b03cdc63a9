"""Strengths of systems from pairs with ties as separate outcomes, estimated with Davidson's
extension of the Bradley-Terry model."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.preferences.bradley_terry import is_joined, newton, require_finite
from analysis.statistics.results import Floats

TOO_ORDERLY = (
    "The verdicts fit one order of the systems, with ties between neighbours, so well that "
    "strengths with ties have no finite estimate."
)


@dataclass(frozen=True)
class TiedPairs:
    """K log strengths that sum to 0. `tie` is how likely a tie between equally strong systems is,
    relative to a win of either.

    For systems i and j with d = strength[i] - strength[j], the probabilities of a win of i, of a
    win of j and of a tie are proportional to exp(d / 2), exp(-d / 2) and `tie`.
    """

    strengths: Floats
    tie: float


def davidson(wins: Floats, ties: Floats, names: Sequence[str] | None = None) -> TiedPairs:
    """Return the maximum likelihood estimate from (K, K) counts: `wins` of row over column, and
    symmetric `ties`.

    Source: Davidson 1970, "On extending the Bradley-Terry model to accommodate ties in paired
    comparison experiments". Without ties, the model is the Bradley-Terry model. Raises
    NotEstimableError if there is no finite estimate: if some systems never met, won all or lost
    all, or every verdict was a tie. Pitfall: verdicts on the same item are not independent, so
    resample items.
    """
    won, tied = np.asarray(wins, dtype=np.float64), np.asarray(ties, dtype=np.float64)
    if won.shape != tied.shape or won.shape != won.T.shape or (tied != tied.T).any():
        raise ValueError("Give two square tables of the same size. Ties must be symmetric.")
    if not won.sum():
        raise NotEstimableError("Every verdict was a tie, so strengths cannot be distinguished.")
    require_finite(won + tied, names)
    strengths, tie = resampled_davidson(won[None], tied[None])
    if np.isnan(tie[0]):
        raise NotEstimableError(TOO_ORDERLY)
    return TiedPairs(strengths[0], float(tie[0]))


def resampled_davidson(wins: Floats, ties: Floats) -> tuple[Floats, Floats]:
    """Return the estimates for tables (draws, K, K): log strengths (draws, K), and `tie` (draws,).

    The estimates are NaN if `davidson` would not find a finite estimate.
    """
    finite = _has_estimate(wins, ties)
    won, tied = wins[finite], ties[finite]
    draws, count = won.shape[:2]
    meetings = won + won.transpose(0, 2, 1) + tied
    scores = (won + tied / 2).sum(2)
    tie_counts = tied.sum((1, 2)) / 2
    parameters, settled = newton(
        lambda values: _slope(values, meetings, scores, tie_counts), np.zeros((draws, count + 1))
    )
    strengths, tie = np.full(wins.shape[:2], np.nan), np.full(len(wins), np.nan)
    centred = parameters[:, :count] - parameters[:, :count].mean(1, keepdims=True)
    strengths[finite] = np.where(settled[:, None], centred, np.nan)
    with_ties = np.where(tie_counts > 0, np.exp(parameters[:, count]), 0.0)
    tie[finite] = np.where(settled, with_ties, np.nan)
    return strengths, tie


def _slope(
    parameters: Floats, meetings: Floats, scores: Floats, tie_counts: Floats
) -> tuple[Floats, Floats]:
    """Return the gradient (draws, K + 1) and the information (draws, K + 1, K + 1). The last
    parameter is the log of `tie`.

    A draw without ties does not have this parameter, so its gradient is 0 and its information 1.
    """
    draws, count = scores.shape
    any_tie = tie_counts > 0
    half = (parameters[:, :count, None] - parameters[:, None, :count]) / 2
    weight = np.where(any_tie, np.exp(parameters[:, count]), 0.0)[:, None, None]
    total = np.exp(half) + np.exp(-half) + weight
    win, tie = np.exp(half) / total, weight / total
    mean = win + tie / 2  # of a score that is 1 for a win and 1/2 for a tie
    gradient = np.zeros((draws, count + 1))
    gradient[:, :count] = scores - (meetings * mean).sum(2)
    gradient[:, count] = tie_counts - (meetings * tie).sum((1, 2)) / 2
    variance = meetings * (win + tie / 4 - mean**2)
    information = np.zeros((draws, count + 1, count + 1))
    # Strengths stay equally good if a constant is added to all. The term 1 / count fixes the
    # constant.
    information[:, :count, :count] = (
        np.eye(count) * variance.sum(2)[:, :, None] - variance + 1 / count
    )
    shared = (meetings * tie * (0.5 - mean)).sum(2)
    information[:, :count, count] = information[:, count, :count] = shared
    spread = (meetings * tie * (1 - tie)).sum((1, 2)) / 2
    information[:, count, count] = np.where(any_tie, spread, 1.0)
    return gradient, information


def _has_estimate(wins: Floats, ties: Floats) -> NDArray[np.bool_]:
    """Return whether the likelihood of each draw has a finite maximum.

    It has none if strengths d and the log of `tie`, h, can grow without making any verdict less
    likely. A win needs d[i] - d[j] >= max(0, 2h), a tie needs |d[i] - d[j]| <= 2h. With h = 0, such
    growth is impossible if a chain of wins and ties leads from every system to every other. With h
    > 0, it is impossible if a cycle has more wins than ties.
    """
    joined = np.array([is_joined(table) for table in wins + ties], dtype=bool)
    any_tie = ties.any((1, 2))
    return joined & (~any_tie | _has_winning_cycle(wins, ties)) & wins.any((1, 2))


def _has_winning_cycle(wins: Floats, ties: Floats) -> NDArray[np.bool_]:
    """Return whether any cycle of systems has more wins than ties. The search uses shortest paths
    in which a win has length -1."""
    length = np.where(wins > 0, -1.0, np.where(ties > 0, 1.0, np.inf))
    for through in range(wins.shape[1]):
        around = length[:, :, through, None] + length[:, None, through, :]
        length = np.maximum(np.minimum(length, around), -1e6)
    return np.any(np.diagonal(length, axis1=1, axis2=2) < 0, axis=1)
