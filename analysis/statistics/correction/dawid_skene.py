"""One label per unit from raters with different skill: Dawid and Skene's model, fitted by EM."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats
from analysis.statistics.sparse import Ratings


@dataclass(frozen=True)
class Consensus:
    """U units, R raters and K labels, in the order of `units`, `raters` and `labels`.

    `posteriors` (U, K) is the probability of each label for each unit. `confusion` (R, K, K) is the
    probability that a rater gives the column's label if the row's label is true. It is NaN if the
    rater rated no unit of the row's class. `prior` (K,) is the share of each class.
    `log_likelihoods` has a value per iteration; `converged` is False if they were still rising.
    """

    units: NDArray[Any]
    raters: NDArray[Any]
    labels: NDArray[Any]
    posteriors: Floats
    confusion: Floats
    prior: Floats
    log_likelihoods: Floats
    converged: bool

    @property
    def iterations(self) -> int:
        return len(self.log_likelihoods)

    def most_likely(self) -> NDArray[Any]:
        """Return the most likely label of each unit, shape (U,). If two labels are equally likely,
        return the first in the order of `labels`."""
        return self.labels[self.posteriors.argmax(1)]


def dawid_skene(ratings: Ratings, *, tolerance: float = 1e-8, rounds: int = 1000) -> Consensus:
    """Estimate the posteriors of the true labels, each rater's confusion matrix and the class
    shares by maximum likelihood.

    Labels are categories without order. EM starts from each unit's shares of votes, so the fit is
    deterministic. EM stops after `rounds` iterations, or when the relative increase of the
    log-likelihood is at most `tolerance`. Source: Dawid and Skene 1979. Raters can have rated
    different units. For a unit without ratings, the posteriors are the class shares.

    Pitfalls: the model assumes that raters err independently given the truth. If they do not, the
    posteriors are too certain. A rater with few units gets an extreme confusion matrix. If most
    raters make the same errors, the consensus makes them too. Raises NotEstimableError if no unit
    has two ratings, because skill shows only when raters share units.
    """
    if not (np.bincount(ratings.unit) > 1).any():
        raise NotEstimableError(
            "No unit has two ratings, so raters' skill cannot be separated from the units' labels."
        )
    labels, codes = np.unique(ratings.value, return_inverse=True)
    posteriors = np.zeros((len(ratings.units), len(labels)))
    np.add.at(posteriors, (ratings.unit, codes), 1)
    posteriors[np.bincount(ratings.unit, minlength=len(ratings.units)) == 0] = (
        1  # a unit without ratings can have any label
    )
    posteriors /= posteriors.sum(1, keepdims=True)
    reached: list[float] = []
    converged = False
    while not converged and len(reached) < rounds:
        prior = posteriors.mean(0)
        counts = _expected_counts(ratings, codes, posteriors)
        posteriors, likelihood = _posteriors(
            ratings, codes, prior, _shares(counts, 1 / len(labels))
        )
        converged = bool(reached) and likelihood - reached[-1] <= tolerance * (1 + abs(likelihood))
        reached.append(likelihood)
    return Consensus(
        units=ratings.units,
        raters=ratings.raters,
        labels=labels,
        posteriors=posteriors,
        confusion=_shares(_expected_counts(ratings, codes, posteriors), np.nan),
        prior=posteriors.mean(0),
        log_likelihoods=np.array(reached),
        converged=converged,
    )


def _expected_counts(ratings: Ratings, codes: NDArray[np.intp], posteriors: Floats) -> Floats:
    """Return how often each rater gave each label to units of each class, shape (R, K, K)."""
    count = posteriors.shape[1]
    cell = ratings.rater * count + codes
    size = len(ratings.raters) * count
    per_class = [
        np.bincount(cell, weights=weight, minlength=size) for weight in posteriors[ratings.unit].T
    ]
    return np.stack([table.reshape(len(ratings.raters), count) for table in per_class], axis=1)


def _shares(counts: Floats, empty: float) -> Floats:
    """Return the rows divided by their sums. A row without counts is filled with `empty`."""
    total = np.broadcast_to(counts.sum(2, keepdims=True), counts.shape)
    return np.divide(counts, total, out=np.full(counts.shape, empty), where=total > 0)


def _posteriors(
    ratings: Ratings, codes: NDArray[np.intp], prior: Floats, confusion: Floats
) -> tuple[Floats, float]:
    """Return the posteriors (the E-step), and the log-likelihood of the given parameters."""
    with np.errstate(divide="ignore"):
        terms = np.log(confusion)[ratings.rater, :, codes]
        joint = np.tile(np.log(prior), (len(ratings.units), 1))
    for index in range(len(prior)):
        joint[:, index] += np.bincount(
            ratings.unit, weights=terms[:, index], minlength=len(ratings.units)
        )
    likelihood = special.logsumexp(joint, axis=1)
    return np.exp(joint - likelihood[:, None]), float(likelihood.sum())
