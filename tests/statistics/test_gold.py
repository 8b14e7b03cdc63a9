"""Verdicts in both orders against gold labels, counted by hand."""

import pytest

from analysis.statistics.errors import NotEstimableError
from analysis.statistics.gold import against_gold


def test_counts_by_hand():
    result = against_gold(list("aabba"), list("aabab"), list("abbaa"))
    assert (result.pairs, result.in_order, result.in_reverse, result.both, result.same, result.unread) == (
        5,
        3,
        3,
        2,
        3,
        0,
    )
    assert (result.accuracy, result.order_agreement) == (0.6, 0.6)
    assert result.labels.tolist() == ["a", "b"]
    assert result.table_in_order.tolist() == [[2, 1], [1, 1]]
    assert result.table_in_reverse.tolist() == [[2, 1], [1, 1]]


def test_a_reply_that_could_not_be_read_is_left_out_and_counted():
    result = against_gold([1, 1, 2], [1, None, 2], [1, 1, 1])
    assert (result.pairs, result.unread, result.in_order, result.in_reverse) == (2, 1, 2, 1)


def test_always_the_first_position_is_right_half_the_time():
    result = against_gold([1, 2, 1, 2], [1, 1, 1, 1], [2, 2, 2, 2])
    assert (result.accuracy, result.order_agreement, result.both) == (0.5, 0, 0)


def test_reasons():
    with pytest.raises(NotEstimableError, match="both orders"):
        against_gold([1, 2], [1, None], [None, 2])
    with pytest.raises(ValueError, match="gold label"):
        against_gold([1, None], [1, 2], [1, 2])
    with pytest.raises(ValueError, match="one length"):
        against_gold([1], [1, 2], [1, 2])
