"""Correlations within rows equal the ones that sort, draw by draw."""

import numpy as np
import pytest

from analysis.statistics.paired import correlations
from analysis.statistics.rows import row_correlations


@pytest.mark.parametrize("gaps", [0.0, 0.3])
@pytest.mark.parametrize("columns", [2, 7])
def test_equals_the_sorting_way(columns, gaps):
    chance = np.random.default_rng(columns)
    first, second = chance.integers(1, 4, (2, 40, columns)).astype(float)
    first[chance.random(first.shape) < gaps] = np.nan
    weights = chance.multinomial(columns, np.ones(columns) / columns, size=30).astype(float)
    found, expected = row_correlations(first, second, weights), correlations(first, second, weights[None])
    assert np.array(found) == pytest.approx(np.array(expected), abs=1e-12, nan_ok=True)
    without = row_correlations(first, second, weights, stuart=False)
    assert np.array(without[:3]) == pytest.approx(np.array(expected[:3]), abs=1e-12, nan_ok=True)
    assert np.isnan(without.tau_c).all()
