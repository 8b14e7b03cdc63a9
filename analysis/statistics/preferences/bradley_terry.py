"""Strengths of systems from wins in pairs, estimated with the Bradley-Terry model."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special
from scipy.sparse import csgraph

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats

STEPS = 200
STILL = 1e-9


def bradley_terry(wins: Floats, names: Sequence[str] | None = None) -> Floats:
    """Return K Bradley-Terry log strengths that sum to 0. `wins` (K, K) are the wins of row over
    column; a tie is half a win for each. P(i beats j) = 1 / (1 + exp(strength[j] - strength[i])).

    This is the maximum likelihood estimate. It is finite only if no group of systems won, or lost,
    every verdict against the rest (Ford 1957). Otherwise a NotEstimableError names such a group, by
    `names` if given. Source: Bradley and Terry 1952; Newton's method on the concave log-likelihood.
    Pitfall: counting a tie as half a win understates the certainty about ties.
    """
    won = np.asarray(wins, dtype=np.float64)
    _check(won)
    require_finite(won, names)
    return resampled_strengths(won[None])[0]


def require_finite(wins: Floats, names: Sequence[str] | None = None) -> None:
    """Raise NotEstimableError unless a chain of wins leads from every system to every other system
    (Ford 1957)."""
    count, group = csgraph.connected_components(
        np.asarray(wins) > 0, directed=True, connection="strong"
    )
    if count == 1:
        return
    islands, island = csgraph.connected_components((wins + wins.T) > 0, directed=False)
    if islands > 1:
        raise NotEstimableError(
            f"The systems fall into {islands} groups that never met "
            f"({_named(names, _first(island, 0))} and {_named(names, _first(island, 1))}, for "
            "example), so their strengths have no common scale."
        )
    for number in range(count):
        inside = group == number
        won, lost = wins[inside][:, ~inside].sum(), wins[~inside][:, inside].sum()
        if won == 0 or lost == 0:
            indices = np.flatnonzero(inside).tolist()
            listed = ", ".join(names[index] if names else str(index) for index in indices)
            members = listed if names else f"at index {listed}"
            raise NotEstimableError(
                f"Against all the others, the systems {members} never "
                f"{'won' if won == 0 else 'lost'}, so Bradley-Terry strengths have no finite "
                "estimate."
            )


def _named(names: Sequence[str] | None, index: int) -> str:
    return names[index] if names else f"system {index}"


def _first(groups: NDArray[Any], number: int) -> int:
    return int(np.flatnonzero(groups == number)[0])


def _check(wins: Floats) -> None:
    if wins.ndim != 2 or wins.shape[0] != wins.shape[1]:
        raise ValueError("Wins must be a square matrix with a row and a column per system.")
    if not np.isfinite(wins).all() or (wins < 0).any() or np.diagonal(wins).any():
        raise ValueError("Wins must be finite and not negative, with zeros on the diagonal.")
    if len(wins) < 2:
        raise NotEstimableError("One system alone has no strength.")


def resampled_strengths(wins: Floats) -> Floats:
    """Return the maximum likelihood log strengths (draws, K) for a stack of win matrices (draws, K,
    K), computed for all draws at once.

    Each row sums to 0, or is NaN if there is no finite estimate.
    """
    finite = np.array([is_joined(table) for table in wins], dtype=bool)
    solvable = wins[finite]
    meetings, level = solvable + solvable.transpose(0, 2, 1), 1 / wins.shape[1]

    def slope(strengths: Floats) -> tuple[Floats, Floats]:
        chance = special.expit(strengths[:, :, None] - strengths[:, None, :])
        gradient = (solvable * (1 - chance) - solvable.transpose(0, 2, 1) * chance).sum(2)
        weight = meetings * chance * (1 - chance)
        return gradient, np.eye(wins.shape[1]) * weight.sum(2)[:, :, None] - weight + level

    strengths, _settled = newton(slope, np.zeros(solvable.shape[:2]))
    log_strengths = np.full(wins.shape[:2], np.nan)
    log_strengths[finite] = strengths - strengths.mean(1, keepdims=True)
    return log_strengths


def is_joined(wins: Floats) -> bool:
    """Return whether chains of `wins` (K, K) lead from every system to every other system."""
    return int(csgraph.connected_components(wins > 0, directed=True, connection="strong")[0]) == 1


def newton(
    slope: Callable[[Floats], tuple[Floats, Floats]], start: Floats
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the maxima (draws, P) of concave functions by Newton's method, and whether each was
    reached (draws,). `slope` returns the gradients (draws, P) and the information (draws, P, P)."""
    parameters, settled = start, np.zeros(len(start), dtype=bool)
    for _ in range(STEPS if len(start) else 0):
        gradient, information = slope(parameters)
        step = np.linalg.solve(information, gradient[:, :, None])[:, :, 0]
        largest = np.abs(step).max(1, keepdims=True)
        # Limit steps to one unit, because the curvature is misleading far from the maximum.
        parameters = parameters + step * np.minimum(1.0, 1 / np.maximum(largest, STILL))
        settled = largest[:, 0] < STILL
        if settled.all():
            break
    return parameters, settled
