"""Ratios of scores, worked out by hand."""

import numpy as np
import pytest

from analysis.statistics.relative_score import relative_score


def test_it_is_the_geometric_mean_of_ratios():
    # Twice and half as good cancel out, which the arithmetic mean of ratios (1.25) denies.
    even = relative_score([2, 1], [1, 2])
    assert (even.value, even.n) == (pytest.approx(1), 2)
    assert even.low * even.high == pytest.approx(1)
    three = relative_score([2, 4, 8], [1, 1, 1])
    assert three.value == pytest.approx(4)
    # t(2, .975) = 4.30265, standard error ln 2 / sqrt 3.
    assert three.high == pytest.approx(4 * np.exp(4.30265 * np.log(2) / np.sqrt(3)), rel=1e-5)
    assert relative_score([3], [2]).low is None


def test_without_a_true_zero_or_a_pair_there_is_a_reason():
    assert (
        relative_score([1, 0], [1, 1]).reason
        == "A ratio of scores needs scores above zero on both sides."
    )
    assert relative_score([1, 0], [1, 1]).value is None
    assert relative_score([], []).reason == "There is no score with a reference."
