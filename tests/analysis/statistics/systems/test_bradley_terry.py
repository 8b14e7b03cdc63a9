"""Tests of Bradley-Terry strengths against the textbook, choix and a closed form, and with data
that have no finite estimate."""

import choix
import numpy as np
import pytest

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.preferences.bradley_terry import bradley_terry

THREE = np.array([[0, 8, 9], [2, 0, 6], [1, 4, 0]], dtype=float)


def test_textbook():
    result = bradley_terry(THREE)
    assert np.round(result, 4).tolist() == [1.1702, -0.3417, -0.8285]


@pytest.mark.parametrize("seed", range(10))
def test_equals_choix(seed):
    chance = np.random.default_rng(seed)
    count = int(chance.integers(3, 9))
    wins = chance.integers(1, 20, (count, count)).astype(float)
    np.fill_diagonal(wins, 0)
    expected = choix.ilsr_pairwise_dense(wins, tol=1e-10)
    assert bradley_terry(wins) == pytest.approx(expected - expected.mean(), abs=1e-6)


def test_two_systems_have_the_log_odds():
    result = bradley_terry(np.array([[0, 30.0], [10, 0]]))
    assert result == pytest.approx([np.log(3) / 2, -np.log(3) / 2])


def test_strengths_reproduce_each_systems_wins():
    wins = THREE + THREE.T * 0.1
    result = bradley_terry(wins)
    chances = 1 / (1 + np.exp(result[None, :] - result[:, None]))
    assert ((wins + wins.T) * chances).sum(1) == pytest.approx(wins.sum(1))


def test_strengths_far_apart_are_still_found():
    wins = np.array([[0, 1e6, 0], [1, 0, 1e6], [0, 1, 0]])
    assert bradley_terry(wins) == pytest.approx([np.log(1e6), 0, -np.log(1e6)], abs=1e-9)


def test_a_winless_system_has_no_estimate():
    wins = np.array([[0, 3, 5], [4, 0, 6], [0, 0, 0.0]])
    with pytest.raises(NotEstimableError, match="index 2 never won"):
        bradley_terry(wins)


def test_an_unbeaten_group_is_named():
    wins = np.zeros((4, 4))
    wins[0, 1] = wins[1, 0] = wins[2, 3] = wins[3, 2] = wins[0, 2] = 1
    with pytest.raises(NotEstimableError, match="index (0, 1 never lost|2, 3 never won)"):
        bradley_terry(wins)


def test_a_chain_of_three_groups_names_an_end():
    wins = np.zeros((3, 3))
    wins[0, 1] = wins[1, 2] = 2
    with pytest.raises(NotEstimableError, match="index (0 never lost|2 never won)"):
        bradley_terry(wins)


def test_groups_that_never_met_have_no_estimate():
    wins = np.zeros((4, 4))
    wins[0, 1], wins[1, 0], wins[2, 3], wins[3, 2] = 3, 1, 3, 1
    with pytest.raises(NotEstimableError, match="2 groups that never met"):
        bradley_terry(wins)


def test_what_is_no_win_matrix_is_refused():
    with pytest.raises(ValueError, match="square"):
        bradley_terry(np.ones((2, 3)))
    with pytest.raises(ValueError, match="zeros on the diagonal"):
        bradley_terry(np.ones((2, 2)))
    with pytest.raises(NotEstimableError, match="One system"):
        bradley_terry(np.zeros((1, 1)))
