"""Strengths of systems from wins in pairs: the Bradley-Terry model, with a stated prior where data
alone do not do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, special
from scipy.sparse import csgraph

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats

STEPS = 100
STEP_LIMIT = 5.0
STILL = 1e-9
ROUNDING = 1e-12


@dataclass(frozen=True)
class BradleyTerry:
    """K log strengths that sum to 0, with standard errors (of the centred strengths).

    P(i beats j) = 1 / (1 + exp(strength[j] - strength[i])). `prior` is empty for a maximum
    likelihood estimate, and otherwise the sentence to print with the figures.
    """

    strengths: Floats
    standard_errors: Floats
    prior: str

    def win_probabilities(self) -> Floats:
        """The (K, K) chances that the row's system beats the column's."""
        return special.expit(self.strengths[:, None] - self.strengths[None, :]).astype(np.float64)


def bradley_terry(
    wins: Floats,
    *,
    prior_wins: float | None = None,
    prior_variance: float | None = None,
    names: Sequence[str] | None = None,
) -> BradleyTerry:
    """Bradley-Terry strengths from the (K, K) matrix of wins of row over column, ties entered as
    half a win each.

    Without a prior this is the maximum likelihood estimate, which is finite only when no group of
    systems won, or lost, every verdict against the rest (Ford 1957): NotEstimableError names such a
    group, by `names` if they are given. Two priors answer that, and are told in the result:
    `prior_wins` adds wins (for example 0.5) each way between systems that met, or `prior_variance`
    takes log strengths as normal with that variance about 0. The normal prior alone also serves
    groups that never met; the data then say nothing about their relation. Source: Bradley and Terry
    1952; Newton's method on the concave log-likelihood.

    Pitfalls: a tie as half a win understates certainty about ties; verdicts on one item are not
    independent, so prefer a bootstrap over items to the standard errors.
    """
    won = np.asarray(wins, dtype=np.float64)
    _check(won)
    if prior_wins is not None and prior_variance is not None:
        raise ValueError(
            "Choose one prior: wins added between systems that met, or a normal variance."
        )
    if any(
        parameter is not None and not 0 < parameter < np.inf
        for parameter in (prior_wins, prior_variance)
    ):
        raise ValueError("A prior is a finite number above zero.")
    prior = ""
    if prior_wins is not None:
        won = won + prior_wins * ((won + won.T) > 0)
        prior = f"{prior_wins:g} wins added each way between every two systems that met"
    if prior_variance is None:
        require_finite(won, names)
    else:
        prior = f"log strengths normal about 0 with variance {prior_variance:g}"
    return _fit(won, 1 / prior_variance if prior_variance else 0.0, prior)


def require_finite(wins: Floats, names: Sequence[str] | None = None) -> None:
    """NotEstimableError unless every system is joined to every other by a chain of wins (Ford
    1957)."""
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
                "estimate without a prior."
            )


def _named(names: Sequence[str] | None, index: int) -> str:
    return names[index] if names else f"system {index}"


def _first(groups: NDArray[Any], number: int) -> int:
    return int(np.flatnonzero(groups == number)[0])


def _check(wins: Floats) -> None:
    if wins.ndim != 2 or wins.shape[0] != wins.shape[1]:
        raise ValueError("Wins are a square matrix, a row and a column per system.")
    if not np.isfinite(wins).all() or (wins < 0).any() or np.diagonal(wins).any():
        raise ValueError("Wins are finite, not negative, and none is over oneself.")
    if len(wins) < 2:
        raise NotEstimableError("One system alone has no strength.")


def _fit(wins: Floats, precision: float, prior: str) -> BradleyTerry:
    """Run Newton's method with halved steps; without a prior, a unit ridge fixes the flat
    direction."""
    count = len(wins)
    meetings = wins + wins.T
    level = np.full((count, count), 1 / count)
    strengths = np.zeros(count)
    for _ in range(STEPS):
        gradient, information = _slope(wins, meetings, strengths, precision)
        step = linalg.solve(information + level, gradient, assume_a="pos")
        step *= min(1.0, STEP_LIMIT / max(np.abs(step).max(), STILL))
        here = _log_posterior(wins, strengths, precision)
        while _log_posterior(wins, strengths + step, precision) < here - ROUNDING * (1 + abs(here)):
            step /= 2
        strengths = strengths + step
        strengths -= strengths.mean()
        if np.abs(step).max() < STILL:
            break
    else:
        raise NotEstimableError(
            "Bradley-Terry strengths did not settle; too few verdicts bind some systems."
        )
    _, information = _slope(wins, meetings, strengths, precision)
    covariance = linalg.inv(information + level) - level / (1 + precision)
    return BradleyTerry(strengths, np.sqrt(np.maximum(np.diagonal(covariance), 0)), prior)


def _slope(
    wins: Floats, meetings: Floats, strengths: Floats, precision: float
) -> tuple[Floats, Floats]:
    chance = special.expit(strengths[:, None] - strengths[None, :])
    gradient = (wins * chance.T - wins.T * chance).sum(1) - precision * strengths
    weight = meetings * chance * (1 - chance)
    information = np.diag(weight.sum(1) + precision) - weight
    return gradient, information


def _log_posterior(wins: Floats, strengths: Floats, precision: float) -> float:
    chances = special.log_expit(strengths[:, None] - strengths[None, :])
    return float((wins * chances).sum() - precision * (strengths**2).sum() / 2)


def resampled_strengths(wins: Floats) -> Floats:
    """Maximum likelihood log strengths (draws, K) for a stack of win matrices (draws, K, K), all
    draws at once.

    Each row sums to 0; NaN where `bradley_terry` would find no finite estimate. Newton's method as
    there.
    """
    finite = np.array([_joined(table) for table in wins], dtype=bool)
    solvable = wins[finite]
    meetings, level = solvable + solvable.transpose(0, 2, 1), 1 / wins.shape[1]
    strengths = np.zeros(solvable.shape[:2])
    for _ in range(STEPS if len(solvable) else 0):
        chance = special.expit(strengths[:, :, None] - strengths[:, None, :])
        gradient = (solvable * (1 - chance) - solvable.transpose(0, 2, 1) * chance).sum(2)
        weight = meetings * chance * (1 - chance)
        information = np.eye(wins.shape[1]) * weight.sum(2)[:, :, None] - weight + level
        step = np.linalg.solve(information, gradient[:, :, None])[:, :, 0]
        # Steps of one unit at most: far from the top the curvature misleads.
        step *= np.minimum(1.0, 1 / np.maximum(np.abs(step).max(1, keepdims=True), STILL))
        strengths = strengths + step
        if np.abs(step).max() < STILL:
            break
    log_strengths = np.full(wins.shape[:2], np.nan)
    log_strengths[finite] = strengths - strengths.mean(1, keepdims=True)
    return log_strengths


def _joined(wins: Floats) -> bool:
    return int(csgraph.connected_components(wins > 0, directed=True, connection="strong")[0]) == 1
