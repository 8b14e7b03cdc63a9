"""Tests of Cohen's kappa from sums against published values, scikit-learn and statsmodels."""

import numpy as np
import pytest

from analysis.statistics.agreement.kappa import (
    nominal_kappa,
    nominal_terms,
    quadratic_kappa,
    quadratic_terms,
)

FORMS = {
    "quadratic": (lambda first, second: quadratic_terms(first, second, 2.0), quadratic_kappa),
    "none": (nominal_terms, nominal_kappa),
}
WEIGHTINGS = [("quadratic", 0.75104), ("none", 0.65974)]


@pytest.mark.parametrize(("weighting", "printed"), WEIGHTINGS)
def test_the_printed_table(weighting, printed):
    terms, kappa = FORMS[weighting]
    table = np.array([[10, 2, 1], [1, 12, 3], [0, 2, 9]])
    first, second = (
        np.repeat(axis.ravel(), table.ravel()).astype(float) for axis in np.indices(table.shape)
    )
    assert kappa(terms(first, second).sum(0)[None]) == pytest.approx([printed], abs=5e-6)


@pytest.mark.parametrize("weighting", FORMS)
@pytest.mark.parametrize("seed", range(5))
def test_equals_scikit_learns_and_statsmodels(seed, weighting):
    from sklearn.metrics import cohen_kappa_score
    from statsmodels.stats.inter_rater import cohens_kappa

    first, second = np.random.default_rng(seed).integers(0, 4, (2, 60)).astype(float)
    terms, kappa = FORMS[weighting]
    table = np.zeros((4, 4))
    np.add.at(table, (first.astype(int), second.astype(int)), 1)
    weights = None if weighting == "none" else weighting
    figure = kappa(terms(first, second).sum(0)[None])
    assert figure == pytest.approx([cohen_kappa_score(first, second, weights=weights)], abs=1e-12)
    assert figure == pytest.approx([float(cohens_kappa(table, wt=weights).kappa)], abs=1e-12)


@pytest.mark.parametrize("weighting", FORMS)
def test_every_draw_is_scikit_learns_on_the_pairs_drawn(weighting):
    from sklearn.metrics import cohen_kappa_score

    chance = np.random.default_rng(7)
    first, second = chance.integers(0, 3, (2, 40)).astype(float)
    drawn = chance.integers(0, 40, (20, 40))
    counts = np.stack([np.bincount(pairs, minlength=40) for pairs in drawn]).astype(float)
    terms, kappa = FORMS[weighting]
    weights = None if weighting == "none" else weighting
    expected = [cohen_kappa_score(first[pairs], second[pairs], weights=weights) for pairs in drawn]
    assert kappa(counts @ terms(first, second)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("weighting", FORMS)
def test_raters_of_one_mind_about_one_category_have_none(weighting):
    terms, kappa = FORMS[weighting]
    assert np.isnan(kappa(terms(np.ones(4), np.ones(4)).sum(0)[None])).all()
