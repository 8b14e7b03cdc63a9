"""Tests of verdicts in both orders against gold labels, with counts by hand."""

import pytest

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.preferences.pairs import against_gold


def test_counts_by_hand():
    counts = against_gold(list("aabba"), list("aabab"), list("abbaa"))
    assert (counts.pairs, counts.in_order, counts.in_reverse, counts.both, counts.same) == (
        5,
        3,
        3,
        2,
        3,
    )
    assert counts.accuracy == 0.6


def test_always_the_first_position_is_right_half_the_time():
    counts = against_gold([1, 2, 1, 2], [1, 1, 1, 1], [2, 2, 2, 2])
    assert (counts.accuracy, counts.same, counts.both) == (0.5, 0, 0)


def test_reasons():
    with pytest.raises(NotEstimableError, match="both orders"):
        against_gold([], [], [])
    with pytest.raises(ValueError, match="the same length"):
        against_gold([1], [1, 2], [1, 2])
