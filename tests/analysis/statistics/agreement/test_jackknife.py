"""Tests of jackknife intervals: known cases, their range, and simulated coverage."""

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.jackknife import LeftOut, fisher_interval, jackknife_interval, spread_of

NONE = np.zeros(0)


def of_items(replicates) -> LeftOut:
    return LeftOut(np.asarray(replicates, dtype=float), NONE, NONE)


def without_each(values: np.ndarray) -> np.ndarray:
    return (values.sum() - values) / (len(values) - 1)


def test_of_a_mean_it_is_students_interval():
    values = np.array([1.0, 4, 2, 5, 3, 3, 5])
    interval = jackknife_interval(values.mean(), of_items(without_each(values)), "free")
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert interval == pytest.approx(tuple(expected))


def test_of_a_share_of_items_it_is_wilsons_with_students_reach():
    values = np.array([1.0] * 12 + [0.0] * 8)
    low, high = jackknife_interval(0.6, of_items(without_each(values)), "share")
    # Wilson's ends are where the share lies `reach` standard errors away; the variance of 20
    # independent items is taken over 19.
    reach, count = stats.t.ppf(0.975, 19), 19
    for end in (low, high):
        assert abs(0.6 - end) == pytest.approx(reach * np.sqrt(end * (1 - end) / count))


def test_a_share_of_one_has_an_interval_and_a_correlation_of_one_has_none():
    same = of_items(np.ones(20))
    low, high = jackknife_interval(1.0, same, "share")
    assert (low, high) == (pytest.approx(20 / (20 + stats.t.ppf(0.975, 19) ** 2)), 1.0)
    assert jackknife_interval(1.0, same, "share", items=200)[0] > low
    assert jackknife_interval(1.0, same, "correlation") is None
    assert jackknife_interval(0.0, of_items(np.zeros(20)), "free") is None


@pytest.mark.parametrize(
    ("scale", "ends"),
    [
        ("correlation", (-1, 1)),
        ("agreement", (-np.inf, 1)),
        ("positive", (0, np.inf)),
        ("share", (0, 1)),
    ],
)
def test_limits_stay_in_range(scale, ends):
    interval = jackknife_interval(0.9, of_items([0.99, 0.2, 0.95, 0.9, 0.5]), scale)
    assert ends[0] <= interval[0] < 0.9 < interval[1] <= ends[1]


def test_an_undefined_replicate_leaves_no_interval():
    assert jackknife_interval(0.5, of_items([0.4, np.nan, 0.6]), "correlation") is None
    assert jackknife_interval(0.5, of_items([0.4]), "free") is None


def test_the_variance_of_both_ways_is_that_of_the_random_effects_model():
    """For the grand mean of 40 items by 30 systems, the cells' variance must count once."""
    chance = np.random.default_rng(2)
    ratios = []
    for _study in range(60):
        table = chance.normal(0, 0.3, (40, 1)) + chance.normal(0, 0.3, 30)
        table = table + chance.normal(0, 3, (40, 30))
        cells = chance.permutation(1200).reshape(50, 24)
        left_out = LeftOut(
            np.array([np.delete(table, item, 0).mean() for item in range(40)]),
            np.array([np.delete(table, system, 1).mean() for system in range(30)]),
            np.array([np.delete(table.ravel(), group).mean() for group in cells]),
        )
        ratios.append(spread_of(left_out, 40).variance / (0.09 / 40 + 0.09 / 30 + 9 / 1200))
    assert np.mean(ratios) == pytest.approx(1, abs=0.15)


def test_fishers_interval_is_scipys():
    chance = np.random.default_rng(3)
    first = chance.normal(size=25)
    second = first + chance.normal(size=25)
    expected = stats.pearsonr(first, second)
    interval = fisher_interval(expected.statistic, 25, "pearson")
    assert interval == pytest.approx(tuple(expected.confidence_interval(0.95)))
    assert fisher_interval(0.5, 4, "pearson") is None
    assert fisher_interval(1.0, 10, "spearman") is None
    # Rank correlations: wider than r's for rho, from the published variance for tau.
    low, high = fisher_interval(0.5, 24, "kendall")
    assert np.arctanh([low, high]) == pytest.approx(
        np.arctanh(0.5) + 1.959964 * np.sqrt(0.437 / 20) * np.array([-1, 1])
    )
    low, high = fisher_interval(0.6, 24, "spearman")
    assert np.arctanh([low, high]) == pytest.approx(
        np.arctanh(0.6) + 1.959964 * np.sqrt((1 + 0.18) / 21) * np.array([-1, 1])
    )
