"""Tests of each statistic against published values and an independent library."""

import krippendorff
import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.statistics.agreement.alpha import alpha_of_sums, alpha_terms
from analysis.statistics.closeness.correlation import correlations

# Krippendorff 2011, the worked example with missing data: four observers, twelve units.
N = np.nan
EXAMPLE = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3],
        [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
    ]
)


# Three coders, fifteen units, many gaps: the example most texts print.
GAPS = np.array(
    [
        [N, N, N, N, N, 3, 4, 1, 2, 1, 1, 3, 3, N, 3],
        [1, N, 2, 1, 3, 3, 4, 3, N, N, N, N, N, N, N],
        [N, N, 2, 1, 3, 4, 4, N, 2, 1, 1, 3, 3, N, 4],
    ]
)


def alpha(matrix, level) -> float:
    rater, unit = np.nonzero(~np.isnan(matrix))
    terms = alpha_terms(unit, matrix[rater, unit], matrix.shape[1])
    return float(alpha_of_sums(terms.columns.sum(0)[None], terms, level=level)[0])


@pytest.mark.parametrize(
    ("matrix", "level", "published"),
    [
        (EXAMPLE, "nominal", 0.743),
        (EXAMPLE, "ordinal", 0.815),
        (EXAMPLE, "interval", 0.849),
        (GAPS, "nominal", 0.6914),
        (GAPS, "ordinal", 0.8067),
        (GAPS, "interval", 0.8108),
    ],
)
def test_published_examples(matrix, level, published):
    places = len(str(published)) - 2
    assert round(alpha(matrix, level), places) == published


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
@pytest.mark.parametrize("seed", range(10))
def test_alpha_equals_the_krippendorff_package(level, seed):
    chance = np.random.default_rng(seed)
    matrix = chance.integers(1, 5, (4, 30)).astype(float)
    matrix[chance.random((4, 30)) < 0.3] = np.nan
    expected = krippendorff.alpha(reliability_data=matrix, level_of_measurement=level)
    assert alpha(matrix, level) == pytest.approx(expected, abs=1e-12)


def test_alpha_of_one_value_or_no_pair_is_undefined():
    assert np.isnan(alpha(np.array([[2.0, 2.0], [2.0, 2.0]]), "ordinal"))
    assert np.isnan(alpha(np.array([[1.0, 2.0, 3.0]]), "ordinal"))


VALUES = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 5)), min_size=3, max_size=40)


@settings(deadline=None)  # a busy machine is no failure
@given(VALUES)
def test_rank_correlations_equal_scipys(pairs):
    first, second = zip(*pairs, strict=True)
    sample = np.array([first], float), np.array([second], float), np.ones((1, 1, len(pairs)))
    figures = correlations(*sample)
    ranked = [float(figures.spearman[0, 0]), float(figures.tau_b[0, 0])]
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert np.isnan(ranked).all()
    else:
        expected = [
            scipy.stats.spearmanr(first, second).statistic,
            scipy.stats.kendalltau(first, second).statistic,
        ]
        assert ranked == pytest.approx(expected, abs=1e-9)


def test_weighting_an_item_twice_is_having_it_twice():
    first, second, item = (
        np.array([[1.0, 2, 3, 1]]),
        np.array([[2.0, 1, 3, 3]]),
        np.array([0, 0, 1, 2]),
    )
    weights = np.array([[2.0, 1, 0]])[:, item]
    doubled = scipy.stats.kendalltau([1, 2, 1, 2, 3], [2, 1, 2, 1, 3]).statistic
    assert correlations(first, second, weights[None]).tau_b == pytest.approx(np.array([[doubled]]))
