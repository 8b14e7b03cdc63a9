"""Tests of Gwet's coefficients and pairwise agreement: published values, and the effect of
resampling weights."""

import numpy as np
import pytest

from analysis.statistics.agreement.gwet import agreement_weights, gwet_ac, pairwise_agreement
from tests.analysis.statistics.test_statistics import GAPS

SCHEMES = ["none", "linear", "quadratic", "ordinal"]


def counts_of(matrix, values=(1, 2, 3, 4)):
    return np.stack([(matrix == value).sum(0) for value in values], 1).astype(float)


def random_counts(seed, raters=4):
    return counts_of(gappy(seed, raters))


def gappy(seed, raters=4):
    chance = np.random.default_rng(seed)
    matrix = chance.integers(1, 5, (raters, 25)).astype(float)
    matrix[chance.random(matrix.shape) < 0.35] = np.nan
    return matrix


@pytest.mark.parametrize(
    ("weighting", "printed"), [("none", 0.70916), ("linear", 0.77342), ("quadratic", 0.83524)]
)
def test_gwets_coefficients_are_the_printed_ones(weighting, printed):
    assert gwet_ac(counts_of(GAPS), weighting=weighting) == pytest.approx([printed], abs=5e-6)


STATISTICS = [
    pairwise_agreement,
    *(lambda c, w=None, s=s: gwet_ac(c, w, weighting=s) for s in SCHEMES),
]


@pytest.mark.parametrize("statistic", STATISTICS)
def test_weighting_a_unit_twice_is_having_it_twice(statistic):
    counts = random_counts(3)
    drawn = np.random.default_rng(4).integers(0, len(counts), (20, len(counts)))
    weights = np.stack([np.bincount(row, minlength=len(counts)) for row in drawn]).astype(float)
    assert statistic(counts, weights) == pytest.approx(
        [statistic(counts[row])[0] for row in drawn], abs=1e-12
    )


def test_pairwise_agreement_counts_pairs_within_units():
    matrix = gappy(5)
    shares = []
    for unit in matrix.T:
        values = unit[~np.isnan(unit)]
        pairs = [a == b for i, a in enumerate(values) for b in values[i + 1 :]]
        shares += [np.mean(pairs)] if pairs else []
    assert len(shares) < matrix.shape[1]  # some units have no pair
    assert pairwise_agreement(counts_of(matrix)) == pytest.approx([np.mean(shares)])


def test_weights_follow_the_values_and_not_their_places():
    assert agreement_weights(np.array([1.0, 2, 5]), "linear") == pytest.approx(
        np.array([[1, 0.75, 0], [0.75, 1, 0.25], [0, 0.25, 1]])
    )
    assert agreement_weights(np.array([1.0, 2, 5]), "ordinal") == pytest.approx(
        np.array([[1, 2 / 3, 0], [2 / 3, 1, 2 / 3], [0, 2 / 3, 1]])
    )


def test_raters_of_one_mind_about_one_category():
    """Kappa is undefined if everyone chooses the same category, but Gwet's coefficient is 1."""
    counts = np.array([[0.0, 3, 0], [0, 2, 0]])
    assert gwet_ac(counts) == pytest.approx([1])


def test_no_pair_is_no_agreement():
    counts = np.eye(3)
    for statistic in STATISTICS:
        assert np.isnan(statistic(counts)).all()
    assert np.isnan(gwet_ac(np.array([[3.0]]))).all()
