"""Tests of Plackett-Luce strengths against choix, statsmodels, and Bradley-Terry."""

import choix
import numpy as np
import pytest

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.preferences.bradley_terry import bradley_terry
from analysis.statistics.preferences.plackett_luce import (
    plackett_luce,
    rankings_of,
    resampled_plackett_luce,
)


def drawn(seed, rankings, count, *, size=None, places=None):
    """Return random ranks (rankings, systems). Each ranking has `size` systems, and ties if there
    are fewer `places`."""
    chance = np.random.default_rng(seed)
    worth = chance.normal(size=count)
    noisy = chance.gumbel(size=(rankings, count)) + worth
    ranks = (-noisy).argsort(1).argsort(1).astype(float) + 1
    for row in ranks if size else ():
        row[chance.permutation(count)[size:]] = np.nan
    return np.ceil(ranks * places / count) if places else ranks


@pytest.mark.parametrize("size", [None, 3])
def test_strict_rankings_equal_choix(size):
    ranks = drawn(1, 80, 5, size=size)
    order = [[system for system in np.argsort(row) if not np.isnan(row[system])] for row in ranks]
    expected = choix.opt_rankings(5, order, tol=1e-12)
    assert plackett_luce(ranks) == pytest.approx(expected - expected.mean(), abs=1e-5)


@pytest.mark.parametrize("places", [2, 3])
def test_ties_equal_the_partial_likelihood_of_statsmodels(places):
    """For statsmodels, each ranking is a stratum and each rank a failure time."""
    from statsmodels.duration.hazard_regression import PHReg

    ranks = drawn(2, 60, 5, size=4, places=places)
    rows = [
        (ranking, system, ranks[ranking, system])
        for ranking in range(len(ranks))
        for system in range(5)
        if not np.isnan(ranks[ranking, system])
    ]
    strata, system, time = np.array(rows).T
    features = np.eye(5)[system.astype(int)][:, 1:]
    fitted = PHReg(time, features, strata=strata, ties="efron").fit(disp=False)
    expected = np.array([0, *fitted.params])
    assert plackett_luce(ranks) == pytest.approx(expected - expected.mean(), abs=1e-4)


def test_pairs_are_rankings_of_two():
    wins = np.array([[0, 8, 9], [2, 0, 6], [1, 4, 0]])
    ranks = [
        [{i: 1.0, j: 2.0}.get(system, np.nan) for system in range(3)]
        for i in range(3)
        for j in range(3)
        for _win in range(wins[i, j])
    ]
    assert plackett_luce(np.array(ranks)) == pytest.approx(bradley_terry(wins.astype(float)))


def test_only_the_order_counts_and_never_the_numbers():
    ranks = drawn(3, 40, 4, places=3)
    assert plackett_luce(ranks * 10 - 3) == pytest.approx(plackett_luce(ranks))


def test_counts_of_patterns_stand_for_repeated_rankings():
    ranks = drawn(5, 30, 4)
    rankings = rankings_of(ranks)
    twice = np.concatenate([ranks, ranks[:10]])
    counts = rankings.counts()
    counts[0] += np.bincount(rankings.pattern[:10], minlength=counts.shape[1])
    none = np.zeros_like(counts)
    strengths = resampled_plackett_luce(rankings, np.concatenate([counts, none]))
    assert strengths[0] == pytest.approx(plackett_luce(twice))
    assert np.isnan(strengths[1]).all()


@pytest.mark.parametrize(
    ("ranks", "why"),
    [
        ([[1, 2, 3], [1, 3, 2]], "systems Moss, Reed never won"),
        ([[1, 1, 1], [1, 1, 1]], "Every ranking was a single tie"),
        ([[1, 2, np.nan], [2, 1, np.nan]], "2 groups that never met"),
    ],
)
def test_what_has_no_estimate_says_why(ranks, why):
    with pytest.raises(NotEstimableError, match=why):
        plackett_luce(np.array(ranks, float), ["Heron", "Moss", "Reed"])
