"""Tests of correlations of weighted pairs and of rows against SciPy."""

import numpy as np
import pytest
import scipy.stats

from analysis.statistics.closeness.correlation import correlations, row_correlations


def scipys(first, second):
    """Return SciPy's Pearson, Spearman, tau-b and tau-c, or NaN if a variable is constant."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return [np.nan] * 4
    return [
        scipy.stats.pearsonr(first, second).statistic,
        scipy.stats.spearmanr(first, second).statistic,
        scipy.stats.kendalltau(first, second, variant="b").statistic,
        scipy.stats.kendalltau(first, second, variant="c").statistic,
    ]


def stacked(found):
    return np.stack([found.pearson, found.spearman, found.tau_b, found.tau_c], -1)


def resamples(size, draws, seed=0):
    drawn = np.random.default_rng(seed).integers(0, size, (draws, size))
    return drawn, np.stack([np.bincount(row, minlength=size) for row in drawn]).astype(float)


@pytest.mark.parametrize("size", [2, 3, 5, 40])
def test_resamples_are_scipys_on_the_pairs_written_out(size):
    chance = np.random.default_rng(size)
    first, second = (
        chance.integers(1, 6, size).astype(float),
        np.round(chance.normal(3, 1, size), 1),
    )
    drawn, weights = resamples(size, 40)
    expected = np.array([scipys(first[row], second[row]) for row in drawn])
    found = stacked(correlations(first[None], second[None], weights[None]))
    assert found[0] == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_many_samples_with_gaps_are_each_by_itself():
    chance = np.random.default_rng(5)
    first, second = chance.integers(1, 6, (30, 8)).astype(float), chance.normal(0, 1, (30, 8))
    first[chance.random(first.shape) < 0.3] = np.nan
    second[chance.random(first.shape) < 0.3] = np.nan
    drawn, weights = resamples(8, 10)
    found = stacked(correlations(first, second, weights[None]))
    for sample, (one, two) in enumerate(zip(first, second, strict=True)):
        for draw, row in enumerate(drawn):
            there = ~np.isnan(one[row] + two[row])
            expected = scipys(one[row][there], two[row][there])
            assert found[sample, draw] == pytest.approx(expected, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("values", [1, 2, 5, 8, 1000])
def test_many_pairs_are_scipys_too(values):
    chance = np.random.default_rng(values)
    first = chance.integers(1, 6, 700).astype(float)
    second = np.round(chance.random(700) * (values - 1)) + (first > 2) * (values > 2)
    drawn, weights = resamples(700, 4)
    for one, two in ((first, second), (second, first)):
        found = stacked(correlations(one[None], two[None], weights[None]))
        expected = [scipys(one[row], two[row]) for row in drawn]
        assert found[0] == pytest.approx(np.array(expected), abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("few", [0, 7, 40])
def test_all_ways_of_counting_pairs_give_the_same_to_the_bit(monkeypatch, few):
    first, second = np.random.default_rng(6).integers(1, 30, (2, 3, 200)).astype(float)
    first[0, :20] = np.nan
    _drawn, weights = resamples(200, 20)
    squares = correlations(first, second, weights[None])
    monkeypatch.setattr("analysis.statistics.closeness.correlation.FEW_PAIRS", few)
    assert np.array_equal(squares, correlations(first, second, weights[None]))


def test_weights_need_not_be_whole_numbers():
    first, second = np.random.default_rng(8).normal(0, 1, (2, 1, 700))
    _drawn, weights = resamples(700, 3)
    whole, part = (correlations(first, second, times * weights[None]) for times in (1, 0.3))
    assert part.tau_b == pytest.approx(whole.tau_b, abs=1e-12)
    assert part.spearman == pytest.approx(whole.spearman, abs=1e-12)


def test_far_from_zero_nothing_is_lost():
    first, second = np.random.default_rng(7).normal(0, 1, (2, 50))
    _drawn, weights = resamples(50, 5)
    near = correlations(first[None], second[None], weights[None])
    far = correlations(first[None] + 1e7, second[None] - 1e7, weights[None])
    assert far.pearson == pytest.approx(near.pearson, abs=1e-7)


@pytest.mark.parametrize(
    "pairs", [[], [(1.0, 2.0)], [(0.1, 2.0), (0.1, 3.0)], [(np.nan, 1.0), (2.0, np.nan)]]
)
def test_a_constant_or_too_few_pairs_have_none(pairs):
    first, second = np.array(pairs).reshape(-1, 2).T
    assert np.isnan(
        stacked(correlations(first[None], second[None], np.ones((1, 1, len(pairs)))))
    ).all()


@pytest.mark.parametrize("gaps", [0.0, 0.3])
@pytest.mark.parametrize("columns", [2, 7])
def test_rows_of_few_columns_equal_the_sorting_way(columns, gaps):
    chance = np.random.default_rng(columns)
    first, second = chance.integers(1, 4, (2, 40, columns)).astype(float)
    first[chance.random(first.shape) < gaps] = np.nan
    weights = chance.multinomial(columns, np.ones(columns) / columns, size=30).astype(float)
    found, expected = (
        row_correlations(first, second, weights),
        correlations(first, second, weights[None]),
    )
    assert np.array(found) == pytest.approx(np.array(expected), abs=1e-12, nan_ok=True)
    without = row_correlations(first, second, weights, stuart=False)
    assert np.array(without[:3]) == pytest.approx(np.array(expected[:3]), abs=1e-12, nan_ok=True)
    assert np.isnan(without.tau_c).all()
