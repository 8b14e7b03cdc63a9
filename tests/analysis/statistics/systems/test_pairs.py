"""Tests of verdicts by presentation order, with counts by hand."""

import numpy as np
import pytest

from analysis.statistics.preferences.pairs import order_agreement


def test_a_judge_asked_once_in_each_order():
    units, said, a_first = (
        ["p", "p", "q", "q", "r", "r", "s"],
        [1, 1, 1, -1, 0, 0, 1],
        [1, 0, 1, 0, 1, 0, 1],
    )
    agreement = order_agreement(units, said, a_first)
    assert agreement.ids.tolist() == ["p", "q", "r", "s"]
    assert agreement.across == pytest.approx([1, 0, 1, np.nan], nan_ok=True)
    assert np.isnan(agreement.within).all()


def test_people_in_each_order_are_compared_within_and_across():
    # a first: won, won, lost. b first: won, lost.
    agreement = order_agreement(["p"] * 5, [1, 1, -1, 1, -1], [1, 1, 1, 0, 0])
    assert agreement.across == pytest.approx([(2 * 1 + 1 * 1) / 6])
    # Ordered pairs of one order that agree: 2 of 6 where a was first, 0 of 2 where b was.
    assert agreement.within == pytest.approx([2 / 8])


def test_a_verdict_is_one_of_three_numbers():
    with pytest.raises(ValueError, match=r"1 \(a won\)"):
        order_agreement(["p"], [2], [1])
