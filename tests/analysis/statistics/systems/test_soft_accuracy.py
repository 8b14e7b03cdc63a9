"""Tests that soft pairwise accuracy, computed one system at a time, equals the plain form, with and
without gaps."""

import numpy as np
import pytest

from analysis.statistics.closeness.soft_accuracy import soft_pairwise_accuracy
from tests.oracles.soft_accuracy import p_values


@pytest.mark.parametrize("missing", [0.0, 0.3, 0.9])
def test_equals_the_plain_form_to_the_digit(missing):
    chance = np.random.default_rng(3)
    human, judge = chance.integers(1, 6, (2, 40, 12)).astype(float)
    human += chance.integers(0, 3, human.shape) / 3
    human[chance.random(human.shape) < missing] = np.nan
    result = soft_pairwise_accuracy(human, judge, draws=200, seed=5)
    there = ~np.isnan(human)
    for side, scores in ((result.human, human), (result.judge, judge)):
        np.testing.assert_array_equal(side, p_values(scores, there, draws=200, seed=5))


def test_many_systems_with_few_outputs_each():
    """Each item has outputs of only four of 120 systems, so most pairs share few or no items."""
    chance = np.random.default_rng(4)
    human = np.full((50, 120), np.nan)
    for row in human:
        row[chance.choice(120, 4, replace=False)] = chance.integers(1, 5, 4)
    judge = human + chance.integers(-1, 2, human.shape)
    result = soft_pairwise_accuracy(human, judge, draws=100, seed=6)
    expected = p_values(human, ~np.isnan(human), draws=100, seed=6)
    np.testing.assert_array_equal(result.human, expected)
    assert result.pairs + result.unpaired == 120 * 119 / 2
