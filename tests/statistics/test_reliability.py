"""Reliability against the number of raters: the formula's own figures, and splits of real and made-up ratings."""

import numpy as np
import pytest

from analysis.statistics.icc import intraclass_correlations
from analysis.statistics.paired import pearson_of_rows
from analysis.statistics.reliability import raters_needed, spearman_brown, split_correlations
from tests.statistics.test_icc import PRINTED


def test_the_formula_turns_single_into_mean_of_four():
    """Shrout and Fleiss' k-forms are the single forms stepped up to their four judges."""
    found = intraclass_correlations(PRINTED)
    assert spearman_brown(found.one, 4) == pytest.approx(found.one_mean)
    assert spearman_brown(found.agreement, 4) == pytest.approx(found.agreement_mean)
    assert spearman_brown(found.consistency, 4) == pytest.approx(found.consistency_mean)


def test_the_formula_by_hand():
    assert spearman_brown(0.5, np.array([1, 2, 3, 9])) == pytest.approx([0.5, 2 / 3, 0.75, 0.9])
    assert np.isnan(spearman_brown(np.array([-0.5, np.nan]), 3)).all()
    assert spearman_brown(np.array([[0.2], [0.6]]), np.arange(1, 4)).shape == (2, 3)


def test_raters_needed_is_the_formula_turned_round():
    assert raters_needed(0.5, 0.9) == pytest.approx(9)
    assert float(spearman_brown(0.31, raters_needed(0.31, 0.8))) == pytest.approx(0.8)
    assert raters_needed(0, 0.8) == np.inf


def test_two_raters_have_one_split():
    ratings = np.array([[1.0, 2], [3, 3], [5, 4], [2, 2]])
    (found,) = split_correlations(ratings, draws=200, seed=1)
    both = [[sorted(unit, reverse=bool(flip >> place & 1)) for place, unit in enumerate(ratings)] for flip in range(16)]
    possible = [np.corrcoef(np.array(one).T)[0, 1] for one in both]
    assert (found.raters, found.units) == (1, 4)
    assert min(possible) - 1e-12 <= found.low <= found.mean <= found.high <= max(possible) + 1e-12
    assert found.mean == pytest.approx(np.mean(possible), abs=0.02)


def test_splits_find_the_reliability_the_ratings_were_made_with():
    """The correlation of two means is the root of the product of their reliabilities."""
    chance = np.random.default_rng(2)
    ratings = chance.normal(0, 1, (4000, 1)) + chance.normal(0, 1, (4000, 6))
    for found in split_correlations(ratings, draws=20, seed=3):
        means = spearman_brown(0.5, np.array([found.raters, 6 - found.raters]))
        assert found.mean == pytest.approx(np.sqrt(means.prod()), abs=0.02)


def test_units_without_a_rest_are_left_out_and_gaps_are_no_ratings():
    chance = np.random.default_rng(4)
    ratings = chance.integers(1, 6, (30, 5)).astype(float)
    ratings[:10, 1:3] = np.nan
    ratings[:4, 0] = np.nan
    found = split_correlations(ratings, draws=50, seed=5)
    assert [(one.raters, one.units) for one in found] == [(1, 30), (2, 26), (3, 20), (4, 20)]
    moved = np.array([unit[chance.permutation(5)] for unit in ratings[:10]])
    again = split_correlations(np.vstack([moved, ratings[10:]]), draws=2000, seed=6)
    more = split_correlations(ratings, draws=2000, seed=7)
    assert [one.mean for one in again] == pytest.approx([one.mean for one in more], abs=0.03)


def test_splits_are_seeded_and_blocks_change_nothing_but_the_stream(monkeypatch):
    ratings = np.random.default_rng(8).integers(1, 6, (20, 4)).astype(float)
    first = split_correlations(ratings, draws=100, seed=1)
    assert first == split_correlations(ratings, draws=100, seed=1)
    assert first != split_correlations(ratings, draws=100, seed=2)
    monkeypatch.setattr("analysis.statistics.reliability.CELLS", 500)
    assert first == split_correlations(ratings, draws=100, seed=1)


def test_nothing_to_split():
    assert split_correlations(np.array([[1.0], [2]]), draws=10, seed=1) == []
    assert split_correlations(np.full((3, 2), np.nan), draws=10, seed=1) == []
    (same,) = split_correlations(np.full((5, 2), 0.1), draws=10, seed=1)
    assert np.isnan([same.mean, same.low, same.high]).all()


def test_pearson_of_rows_is_numpys():
    first, second = np.random.default_rng(9).normal(100, 1, (2, 6, 12))
    expected = [np.corrcoef(one, two)[0, 1] for one, two in zip(first, second, strict=True)]
    assert pearson_of_rows(first, second) == pytest.approx(expected, abs=1e-12)
    assert np.isnan(pearson_of_rows(first[:, :1], second[:, :1])).all()
