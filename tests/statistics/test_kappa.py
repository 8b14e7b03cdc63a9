"""Kappas and Gwet's coefficients: printed values, other libraries, and what resampling weights mean."""

import krippendorff
import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss

from analysis.statistics.kappa import (
    agreement_weights,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac,
    pairwise_agreement,
    percent_agreement,
)
from tests.statistics.test_statistics import GAPS, alpha

TABLE = np.array([[10.0, 2, 1], [1, 12, 3], [0, 2, 9]])
# Fourteen raters, ten subjects, five categories: the usual printed example of Fleiss' kappa.
FLEISS = np.array(
    [
        [0.0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
)
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


@pytest.mark.parametrize(("weighting", "printed"), [("none", 0.65974), ("linear", 0.70326), ("quadratic", 0.75104)])
def test_cohens_kappa_is_the_printed_one(weighting, printed):
    assert cohen_kappa(TABLE, weighting=weighting) == pytest.approx([printed], abs=5e-6)


def test_fleiss_kappa_is_the_printed_one():
    assert fleiss_kappa(FLEISS) == pytest.approx([0.20993], abs=5e-6)


@pytest.mark.parametrize(("weighting", "printed"), [("none", 0.70916), ("linear", 0.77342), ("quadratic", 0.83524)])
def test_gwets_coefficients_are_the_printed_ones(weighting, printed):
    assert gwet_ac(counts_of(GAPS), weighting=weighting) == pytest.approx([printed], abs=5e-6)


def test_alpha_of_ratio_data_is_the_printed_one():
    assert round(alpha(GAPS, "ratio"), 4) == 0.8089


@pytest.mark.parametrize("seed", range(5))
def test_alpha_of_ratio_data_equals_the_krippendorff_package(seed):
    matrix = gappy(seed) - 1  # zeros among the values
    expected = krippendorff.alpha(reliability_data=matrix, level_of_measurement="ratio")
    assert alpha(matrix, "ratio") == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("weighting", ["none", "linear", "quadratic"])
@pytest.mark.parametrize("seed", range(5))
def test_cohens_kappa_equals_scikit_learns_and_statsmodels(seed, weighting):
    chance = np.random.default_rng(seed)
    first, second = chance.integers(0, 4, (2, 60))
    table = np.zeros((4, 4))
    np.add.at(table, (first, second), 1)
    found = cohen_kappa(table, weighting=weighting)[0]
    weights = None if weighting == "none" else weighting
    assert found == pytest.approx(cohen_kappa_score(first, second, weights=weights), abs=1e-12)
    assert found == pytest.approx(float(cohens_kappa(table, wt=weights).kappa), abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_fleiss_kappa_equals_statsmodels(seed):
    counts = np.random.default_rng(seed).multinomial(6, [0.1, 0.2, 0.3, 0.4], 30).astype(float)
    assert fleiss_kappa(counts) == pytest.approx([statsmodels_fleiss(counts)], abs=1e-12)


def test_a_stack_of_tables_is_each_table_by_itself():
    stack = np.stack([TABLE, TABLE.T + 3, TABLE**2])
    for weighting in SCHEMES:
        assert cohen_kappa(stack, weighting=weighting) == pytest.approx(
            [cohen_kappa(table, weighting=weighting)[0] for table in stack]
        )
    assert percent_agreement(stack) == pytest.approx([31 / 40, (31 + 9) / (40 + 27), (100 + 144 + 81) / 344])


STATISTICS = [pairwise_agreement, fleiss_kappa, *(lambda c, w=None, s=s: gwet_ac(c, w, weighting=s) for s in SCHEMES)]


@pytest.mark.parametrize("statistic", STATISTICS)
def test_weighting_a_unit_twice_is_having_it_twice(statistic):
    counts = random_counts(3)
    drawn = np.random.default_rng(4).integers(0, len(counts), (20, len(counts)))
    weights = np.stack([np.bincount(row, minlength=len(counts)) for row in drawn]).astype(float)
    assert statistic(counts, weights) == pytest.approx([statistic(counts[row])[0] for row in drawn], abs=1e-12)


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
    """Nothing is left beyond chance for kappa; Gwet's coefficient is 1."""
    counts = np.array([[0.0, 3, 0], [0, 2, 0]])
    assert np.isnan(fleiss_kappa(counts)).all()
    assert np.isnan(cohen_kappa(np.diag([0.0, 5, 0]))).all()
    assert gwet_ac(counts) == pytest.approx([1])


def test_no_pair_is_no_agreement():
    counts = np.eye(3)
    for statistic in STATISTICS:
        assert np.isnan(statistic(counts)).all()
    assert np.isnan(percent_agreement(np.zeros((1, 3, 3)))).all()
    assert np.isnan(gwet_ac(np.array([[3.0]]))).all()
