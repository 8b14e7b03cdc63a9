"""Wins, ties, orders and ratios, counted by hand."""

import numpy as np
import pytest

from analysis.statistics.errors import NotEstimableError
from analysis.statistics.pairs import first_position_share, order_consistency, relative_score, tally, win_rates


def test_tally_counts_each_side():
    counts = tally(["x", "y", "x", "z"], ["y", "x", "z", "y"], [1, 1, 0, -1])
    assert counts.systems.tolist() == ["x", "y", "z"]
    assert counts.wins.tolist() == [[0, 1, 0], [1, 0, 1], [0, 0, 0]]
    assert counts.ties.tolist() == [[0, 0, 1], [0, 0, 0], [1, 0, 0]]
    assert counts.half_wins.sum() == 4


def test_the_tie_rule_changes_the_rate():
    counts = tally(["x"] * 10, ["y"] * 10, [1] * 5 + [0] * 3 + [-1] * 2)
    assert win_rates(counts, ties="half").tolist() == [0.65, 0.35]
    assert win_rates(counts, ties="drop") == pytest.approx([5 / 7, 2 / 7])
    assert win_rates(counts, ties="loss").tolist() == [0.5, 0.2]


def test_a_system_with_ties_only_has_no_rate_without_ties():
    counts = tally(["x", "x"], ["y", "z"], [0, 1])
    assert win_rates(counts, ties="half").tolist() == [0.75, 0.5, 0]
    dropped = win_rates(counts, ties="drop")
    assert np.isnan(dropped[1])
    assert dropped[[0, 2]].tolist() == [1, 0]


def test_tally_refuses_what_is_no_verdict():
    with pytest.raises(ValueError, match="two different systems"):
        tally(["x"], ["x"], [1])
    with pytest.raises(ValueError, match=r"1 \(a won\)"):
        tally(["x"], ["y"], [2])
    with pytest.raises(ValueError, match="one length"):
        tally(["x"], ["y"], [1, 0])
    with pytest.raises(ValueError, match='"half", "drop" or "loss"'):
        win_rates(tally(["x"], ["y"], [1]), ties="win")


def test_first_position_share_leaves_ties_out():
    # First wins three times: a shown first and a won, twice; b shown first and b won, once.
    share = first_position_share([1, 1, -1, 1, 0], [True, True, False, False, True])
    assert (share.value, share.n) == (0.75, 4)
    # Wilson's interval for 3 of 4.
    assert (share.low, share.high) == pytest.approx((0.30064, 0.95441), abs=1e-5)
    ties = first_position_share([0, 0], [True, False])
    assert (ties.value, ties.n) == (None, 0)
    assert "tie" in ties.reason


def test_a_judge_asked_once_in_each_order():
    result = order_consistency(["p", "p", "q", "q", "r", "r", "s"], [1, 1, 1, -1, 0, 0, 1], [1, 0, 1, 0, 1, 0, 1])
    assert result.across == pytest.approx(2 / 3)
    assert (result.units, result.within, result.units_within, result.one_order_only) == (3, None, 0, 1)


def test_people_in_each_order_are_compared_within_and_across():
    # a first: won, won, lost. b first: won, lost.
    result = order_consistency(["p"] * 5, [1, 1, -1, 1, -1], [1, 1, 1, 0, 0])
    assert result.across == pytest.approx((2 * 1 + 1 * 1) / 6)
    # Ordered pairs of one order that agree: 2 of 6 where a was first, 0 of 2 where b was.
    assert result.within == pytest.approx(2 / 8)
    assert result.units_within == 1


def test_one_order_has_no_consistency():
    with pytest.raises(NotEstimableError, match="both orders"):
        order_consistency(["p", "q"], [1, 1], [True, False])


def test_relative_score_is_the_geometric_mean_of_ratios():
    # Twice and half as good cancel out, which the arithmetic mean of ratios (1.25) denies.
    result = relative_score([2, 1], [1, 2])
    assert (result.value, result.n) == (pytest.approx(1), 2)
    assert result.low * result.high == pytest.approx(1)
    three = relative_score([2, 4, 8], [1, 1, 1])
    assert three.value == pytest.approx(4)
    # t(2, .975) = 4.30265, standard error ln 2 / sqrt 3.
    assert three.high == pytest.approx(4 * np.exp(4.30265 * np.log(2) / np.sqrt(3)), rel=1e-5)
    assert relative_score([3], [2]).low is None


def test_relative_score_without_a_true_zero_or_a_pair_gives_a_reason():
    assert "above zero" in relative_score([1, 0], [1, 1]).reason
    assert relative_score([1, 0], [1, 1]).value is None
    assert relative_score([], []).reason == "There is no score with a reference."
