"""Tests of Dawid and Skene's model: their published table, simulated data, cases by hand, and a
likelihood that never falls."""

import numpy as np
import pytest

from analysis.statistics.correction.dawid_skene import dawid_skene
from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.sparse import Ratings
from tests.analysis.statistics.sparse import sparse_ratings

# Dawid and Skene 1979, table 1: a word per patient; observer 1 three times, then observers 2 to 5.
PATIENTS = [
    *("1111111", "3334334", "1122122", "2223121", "2223222", "2223322", "1222111", "3333433"),
    *("2222223", "2322223", "4444444", "2223343", "1111111", "2223212", "1211111", "1112111"),
    *("1111111", "1111111", "2222221", "2221322", "2222222", "2222221", "2223222", "2212222"),
    *("1111111", "1111111", "2322222", "1111111", "1111111", "1121121", "1111111", "3333233"),
    *("1111111", "2222222", "2223232", "4334343", "2212232", "2323233", "3333432", "1111111"),
    *("1111111", "1212111", "2322222", "1211111", "2222222"),
]
OBSERVER = [0, 0, 0, 1, 2, 3, 4]


def anaesthetists() -> Ratings:
    said = np.array([[int(digit) for digit in patient] for patient in PATIENTS])
    unit = np.repeat(np.arange(45), 7)
    return Ratings(unit, np.tile(OBSERVER, 45), said.ravel(), np.arange(45), np.arange(5))


def test_the_published_example():
    result = dawid_skene(anaesthetists())
    assert result.converged
    assert np.round(result.prior, 2).tolist() == [0.40, 0.42, 0.11, 0.07]
    assert np.round(result.confusion[0], 2).tolist() == [
        [0.89, 0.11, 0, 0],
        [0.07, 0.88, 0.05, 0],
        [0, 0.34, 0.66, 0],
        [0, 0, 0.56, 0.44],
    ]


def planted(seed, skills, units=300, seen=0.6, labels=3):
    chance = np.random.default_rng(seed)
    truth = chance.integers(0, labels, units)
    unit, rater = np.nonzero(chance.random((units, len(skills))) < seen)
    right = chance.random(len(unit)) < np.array(skills)[rater]
    said = np.where(
        right, truth[unit], (truth[unit] + chance.integers(1, labels, len(unit))) % labels
    )
    return sparse_ratings(unit, rater, said), truth


def majority(ratings: Ratings):
    votes = np.zeros((len(ratings.units), int(ratings.value.max()) + 1))
    np.add.at(votes, (ratings.unit, ratings.value), 1)
    return votes.argmax(1)


@pytest.mark.parametrize("seed", range(5))
def test_planted_skills_are_found_and_beat_the_majority(seed):
    skills = [0.95, 0.9, 0.4, 0.4, 0.35, 0.4, 0.45]
    ratings, truth = planted(seed, skills)
    result = dawid_skene(ratings)
    own = truth[ratings.units]
    assert (result.most_likely() == own).mean() > (majority(ratings) == own).mean() + 0.1
    assert result.confusion.diagonal(0, 1, 2).mean(1) == pytest.approx(skills, abs=0.12)


def test_a_rater_who_turns_the_labels_round_still_informs():
    ratings, truth = planted(1, [0.9, 0.85, 0.1], labels=2, seen=1.0, units=500)
    result = dawid_skene(ratings)
    assert result.confusion[2, 0, 1] > 0.8
    # Two good raters who disagree are decided by the third, read backwards.
    assert (result.most_likely() == truth).mean() > 0.93 > (majority(ratings) == truth).mean()


@pytest.mark.parametrize("seed", range(10))
def test_the_likelihood_never_falls(seed):
    chance = np.random.default_rng(seed)
    unit, rater = np.nonzero(chance.random((25, 6)) < 0.4)
    result = dawid_skene(sparse_ratings(unit, rater, chance.integers(0, 4, len(unit))))
    assert result.iterations > 1
    assert (np.diff(result.log_likelihoods) >= -1e-9).all()
    assert result.posteriors.sum(1) == pytest.approx(1)
    assert result.prior.sum() == pytest.approx(1)
    rows = result.confusion.sum(2)
    assert rows[~np.isnan(rows)] == pytest.approx(1)


def one_round_by_loop(ratings, posteriors):
    """Return the posteriors and log-likelihood after one M-step and one E-step in plain loops."""
    labels = posteriors.shape[1]
    prior = posteriors.mean(0)
    table = np.zeros((len(ratings.raters), labels, labels))
    for unit, rater, said in zip(ratings.unit, ratings.rater, ratings.value, strict=True):
        table[rater, :, said] += posteriors[unit]
    table /= table.sum(2, keepdims=True)
    joint = np.tile(prior, (len(posteriors), 1))
    for unit, rater, said in zip(ratings.unit, ratings.rater, ratings.value, strict=True):
        joint[unit] *= table[rater, :, said]
    return joint / joint.sum(1, keepdims=True), np.log(joint.sum(1)).sum()


def test_rounds_equal_the_plain_loop():
    ratings, _ = planted(4, [0.9, 0.7, 0.5, 0.6], units=40)
    posteriors = np.zeros((len(ratings.units), 3))
    np.add.at(posteriors, (ratings.unit, ratings.value), 1)
    posteriors /= posteriors.sum(1, keepdims=True)
    expected = []
    for _ in range(5):
        posteriors, likelihood = one_round_by_loop(ratings, posteriors)
        expected.append(likelihood)
    result = dawid_skene(ratings, rounds=5)
    assert result.log_likelihoods == pytest.approx(expected)
    assert result.posteriors == pytest.approx(posteriors)
    assert (result.iterations, result.converged) == (5, False)


def test_raters_who_always_agree():
    ratings = sparse_ratings(
        ["p", "p", "q", "q", "r", "r"], ["al", "bo"] * 3, ["x", "x", "y", "y", "x", "x"]
    )
    result = dawid_skene(ratings)
    assert result.most_likely().tolist() == ["x", "y", "x"]
    assert result.posteriors.tolist() == [[1, 0], [0, 1], [1, 0]]
    assert result.confusion.tolist() == [[[1, 0], [0, 1]]] * 2
    assert result.prior == pytest.approx([2 / 3, 1 / 3])
    # Three units with certain labels: 2 log 2/3 + log 1/3.
    assert result.log_likelihoods[-1] == pytest.approx(np.log(4 / 27))


def test_a_rater_who_met_no_unit_of_a_class_has_no_row_for_it():
    ratings = sparse_ratings(
        ["p", "p", "q", "q", "p"], ["al", "bo", "al", "bo", "cy"], ["x", "x", "y", "y", "x"]
    )
    result = dawid_skene(ratings)
    assert result.confusion[2, 0].tolist() == [1, 0]
    assert np.isnan(result.confusion[2, 1]).all()


def test_a_unit_that_nobody_rated_gets_the_class_shares():
    known = sparse_ratings(
        ["p", "p", "q", "q", "r", "r"], ["al", "bo"] * 3, ["x", "x", "y", "y", "x", "x"]
    )
    wider = Ratings(
        known.unit, known.rater, known.value, np.array(["p", "q", "r", "s"]), known.raters
    )
    result = dawid_skene(wider)
    assert result.posteriors[:3].tolist() == [[1, 0], [0, 1], [1, 0]]
    assert result.posteriors[3] == pytest.approx([2 / 3, 1 / 3], abs=1e-3)


def test_one_rating_per_unit_has_no_consensus():
    with pytest.raises(NotEstimableError, match="No unit has two ratings"):
        dawid_skene(sparse_ratings([1, 2], ["al", "bo"], ["x", "y"]))
