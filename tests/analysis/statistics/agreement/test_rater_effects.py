"""Tests of rater effects: a published example, plain loops, and the mixed model equations."""

import numpy as np
import pytest

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.rater_effects import rater_effects
from analysis.statistics.sparse import Ratings

# Shrout and Fleiss 1979, table 2: six units, four judges; mean squares 11.24, 32.49 and 1.02.
PRINTED = np.array(
    [[9.0, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
)


def complete(table: np.ndarray, keep: np.ndarray | None = None) -> Ratings:
    unit, rater = np.indices(table.shape)
    rows = np.ones(table.size, bool) if keep is None else keep.ravel()
    return Ratings(
        unit.ravel()[rows],
        rater.ravel()[rows],
        table.ravel()[rows],
        np.arange(table.shape[0]),
        np.arange(table.shape[1]),
    )


def test_the_variances_of_a_complete_table_are_those_of_its_mean_squares():
    effects = rater_effects(complete(PRINTED))
    assert effects.unit_variance == pytest.approx((11.2417 - 1.0194) / 4, abs=1e-3)
    assert effects.rater_variance == pytest.approx((32.4861 - 1.0194) / 6, abs=1e-3)
    assert effects.residual_variance == pytest.approx(1.0194, abs=1e-4)
    # In a complete table the predictions are the raters' means, shrunk alike.
    shrunk = effects.rater_variance / (effects.rater_variance + effects.residual_variance / 6)
    means = PRINTED.mean(0) - PRINTED.mean()
    assert effects.severity == pytest.approx(shrunk * means)
    assert effects.severity.sum() == pytest.approx(0, abs=1e-9)


def gappy(seed: int) -> Ratings:
    chance = np.random.default_rng(seed)
    table = (
        chance.normal(0, 1, (30, 1))
        + np.array([0.8, -0.6, 0, 0.3, -0.5])
        + chance.normal(0, 0.7, (30, 5))
    )
    return complete(table, chance.random((30, 5)) < 0.6)


@pytest.mark.parametrize("seed", range(3))
def test_with_gaps_they_solve_the_mixed_model_equations_written_out(seed):
    ratings = gappy(seed)
    effects = rater_effects(ratings)
    units, raters = np.unique(ratings.unit), range(5)
    design = np.column_stack(
        [
            np.ones(len(ratings.value)),
            *[(ratings.unit == unit).astype(float) for unit in units],
            *[(ratings.rater == rater).astype(float) for rater in raters],
        ]
    )
    ratios = [
        0.0,
        *[effects.residual_variance / effects.unit_variance] * len(units),
        *[effects.residual_variance / effects.rater_variance] * 5,
    ]
    inverse = np.linalg.inv(design.T @ design + np.diag(ratios))
    solved = inverse @ design.T @ ratings.value
    assert effects.severity == pytest.approx(solved[-5:])
    errors = np.sqrt(effects.residual_variance * np.diag(inverse)[-5:])
    assert effects.error == pytest.approx(errors)


@pytest.mark.parametrize("seed", range(3))
def test_with_gaps_the_variances_are_hendersons_by_sums_of_squares(seed):
    ratings = gappy(seed)
    effects = rater_effects(ratings)
    unit = (ratings.unit[:, None] == np.unique(ratings.unit)).astype(float)
    rater = (ratings.rater[:, None] == np.arange(5)).astype(float)
    value, size = ratings.value - ratings.value.mean(), len(ratings.value)

    def explained(design: np.ndarray) -> float:
        fitted = design @ np.linalg.lstsq(design, value, rcond=None)[0]
        return float((fitted**2).sum())

    both = np.hstack([unit, rater])
    rank = np.linalg.matrix_rank(both)
    residual = ((value**2).sum() - explained(both)) / (size - rank)
    of_raters = explained(both) - explained(unit) - (rank - unit.shape[1]) * residual
    of_units = explained(both) - explained(rater) - (rank - 5) * residual
    assert effects.residual_variance == pytest.approx(residual)
    assert effects.rater_variance == pytest.approx(of_raters / (size - unit.shape[1]))
    assert effects.unit_variance == pytest.approx(of_units / (size - 5))


def test_what_cannot_be_estimated_says_why():
    once = Ratings(np.arange(4), np.arange(4) % 2, np.arange(4.0), np.arange(4), np.arange(2))
    with pytest.raises(NotEstimableError, match="Too few units"):
        rater_effects(once)
    same = complete(np.tile(np.arange(6.0)[:, None], 3))
    with pytest.raises(NotEstimableError, match="no larger than error"):
        rater_effects(same)
    many = Ratings(np.zeros(0, int), np.zeros(0, int), np.zeros(0), np.arange(0), np.arange(1501))
    with pytest.raises(NotEstimableError, match="more than 1500"):
        rater_effects(many)
