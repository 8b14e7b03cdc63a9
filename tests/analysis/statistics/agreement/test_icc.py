"""Tests of intraclass correlations against the published example, statsmodels' analysis of
variance, and repeated units."""

from dataclasses import astuple

import numpy as np
import pandas as pd
import pytest

from analysis.statistics.agreement.icc import intraclass_correlations, spearman_brown

# Shrout and Fleiss 1979, table 2: six units, four judges.
PRINTED = np.array(
    [[9.0, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
)


def test_the_printed_example():
    found = intraclass_correlations(PRINTED)
    assert np.ravel(astuple(found)) == pytest.approx(
        [0.1657, 0.2898, 0.7148, 0.4428, 0.6201, 0.9093], abs=5e-5
    )


def random_ratings(seed):
    chance = np.random.default_rng(seed)
    return np.round(
        chance.normal(3, 1, (20, 1)) + chance.normal(0, 0.5, 3) + chance.normal(0, 1, (20, 3))
    )


@pytest.mark.parametrize("seed", range(5))
def test_mean_squares_are_those_of_an_analysis_of_variance(seed):
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    ratings = random_ratings(seed)
    unit, rater = np.indices(ratings.shape)
    frame = pd.DataFrame({"unit": unit.ravel(), "rater": rater.ravel(), "value": ratings.ravel()})
    two_way = anova_lm(ols("value ~ C(unit) + C(rater)", frame).fit())["mean_sq"]
    one_way = anova_lm(ols("value ~ C(unit)", frame).fit())["mean_sq"]
    rows, columns, error, within = (
        *two_way[["C(unit)", "C(rater)", "Residual"]],
        one_way["Residual"],
    )
    n, k = ratings.shape
    expected = [
        (rows - within) / (rows + (k - 1) * within),
        (rows - error) / (rows + (k - 1) * error + k / n * (columns - error)),
        (rows - error) / (rows + (k - 1) * error),
        (rows - within) / rows,
        (rows - error) / (rows + (columns - error) / n),
        (rows - error) / rows,
    ]
    assert np.ravel(astuple(intraclass_correlations(ratings))) == pytest.approx(expected, abs=1e-10)


def test_resamples_are_the_units_written_out():
    ratings = random_ratings(7) + 1000
    drawn = np.random.default_rng(1).integers(0, 20, (30, 20))
    weights = np.stack([np.bincount(row, minlength=20) for row in drawn]).astype(float)
    found = np.array(astuple(intraclass_correlations(ratings, weights)))
    expected = np.array(
        [np.ravel(astuple(intraclass_correlations(ratings[row]))) for row in drawn]
    ).T
    assert found == pytest.approx(expected, abs=1e-10)


def test_raters_who_differ_by_a_constant_are_consistent_but_do_not_agree():
    ratings = np.array([[1.0, 3], [2, 4], [4, 6], [5, 7]])
    found = intraclass_correlations(ratings)
    assert found.consistency == pytest.approx([1])
    assert found.agreement[0] < 0.7


@pytest.mark.parametrize(
    "ratings",
    [
        np.full((4, 3), 1 / 3),
        np.array([[1.0, 2, 3]]),
        np.array([[1.0], [2], [3]]),
        np.empty((0, 3)),
    ],
)
def test_no_spread_one_unit_or_one_rater_has_none(ratings):
    assert np.isnan(astuple(intraclass_correlations(ratings))).all()


def test_a_resample_without_spread_has_none():
    ratings = np.array([[0.1, 0.1, 0.1], [0.7, 0.3, 0.2], [0.1, 0.1, 0.1]])
    found = np.array(astuple(intraclass_correlations(ratings, np.array([[1.0, 1, 1], [1, 0, 2]]))))
    assert np.isnan(found).tolist() == [[False, True]] * 6


def test_a_gap_is_refused():
    with pytest.raises(ValueError, match="every rater's rating"):
        intraclass_correlations(np.array([[1.0, np.nan], [2, 3]]))


def test_the_formula_turns_single_into_mean_of_four():
    """Shrout and Fleiss's k-forms are their single forms stepped up to their four judges."""
    found = intraclass_correlations(PRINTED)
    assert spearman_brown(found.one_way, 4) == pytest.approx(found.one_way_mean)
    assert spearman_brown(found.agreement, 4) == pytest.approx(found.agreement_mean)
    assert spearman_brown(found.consistency, 4) == pytest.approx(found.consistency_mean)


def test_the_formula_by_hand():
    assert spearman_brown(0.5, np.array([1, 2, 3, 9])) == pytest.approx([0.5, 2 / 3, 0.75, 0.9])
    assert np.isnan(spearman_brown(np.array([-0.5, np.nan]), 3)).all()
    assert spearman_brown(np.array([[0.2], [0.6]]), np.arange(1, 4)).shape == (2, 3)
