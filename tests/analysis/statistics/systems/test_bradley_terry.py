"""Bradley-Terry strengths against the textbook, choix, a closed form, and data without a finite
answer."""

import choix
import numpy as np
import pytest

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.preferences.bradley_terry import bradley_terry

THREE = np.array([[0, 8, 9], [2, 0, 6], [1, 4, 0]], dtype=float)


def test_textbook():
    result = bradley_terry(THREE)
    assert np.round(result.strengths, 4).tolist() == [1.1702, -0.3417, -0.8285]
    assert result.prior == ""


@pytest.mark.parametrize("seed", range(10))
def test_equals_choix(seed):
    chance = np.random.default_rng(seed)
    count = int(chance.integers(3, 9))
    wins = chance.integers(1, 20, (count, count)).astype(float)
    np.fill_diagonal(wins, 0)
    expected = choix.ilsr_pairwise_dense(wins, tol=1e-10)
    assert bradley_terry(wins).strengths == pytest.approx(expected - expected.mean(), abs=1e-6)


def test_two_systems_have_the_log_odds_and_its_error():
    result = bradley_terry(np.array([[0, 30.0], [10, 0]]))
    assert result.strengths == pytest.approx([np.log(3) / 2, -np.log(3) / 2])
    assert result.standard_errors == pytest.approx([np.sqrt(1 / 30 + 1 / 10) / 2] * 2)
    assert result.win_probabilities()[0] == pytest.approx([0.5, 0.75])


def test_strengths_reproduce_each_systems_wins():
    result = bradley_terry(THREE + THREE.T * 0.1)
    won = (THREE + THREE.T * 0.1).sum(1)
    meetings = (THREE + THREE.T) * 1.1
    assert (meetings * result.win_probabilities()).sum(1) == pytest.approx(won)


def test_strengths_far_apart_are_still_found():
    wins = np.array([[0, 1e6, 0], [1, 0, 1e6], [0, 1, 0]])
    assert bradley_terry(wins).strengths == pytest.approx([np.log(1e6), 0, -np.log(1e6)])


def test_a_winless_system_has_no_estimate_without_a_prior():
    wins = np.array([[0, 3, 5], [4, 0, 6], [0, 0, 0.0]])
    with pytest.raises(NotEstimableError, match="index 2 never won"):
        bradley_terry(wins)
    with_half = bradley_terry(wins, prior_wins=0.5)
    assert with_half.prior == "0.5 wins added each way between every two systems that met"
    by_hand = wins + 0.5 * (1 - np.eye(3))
    assert with_half.strengths == pytest.approx(bradley_terry(by_hand).strengths)
    assert with_half.strengths.argmin() == 2


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


def test_groups_that_never_met_need_the_normal_prior():
    wins = np.zeros((4, 4))
    wins[0, 1], wins[1, 0], wins[2, 3], wins[3, 2] = 3, 1, 3, 1
    with pytest.raises(NotEstimableError, match="2 groups that never met"):
        bradley_terry(wins)
    with pytest.raises(NotEstimableError, match="2 groups that never met"):
        bradley_terry(wins, prior_wins=0.5)
    result = bradley_terry(wins, prior_variance=1.0)
    assert result.prior == "log strengths normal about 0 with variance 1"
    assert result.strengths[:2] == pytest.approx(result.strengths[2:])
    assert result.strengths.sum() == pytest.approx(0)


@pytest.mark.parametrize("variance", [0.1, 1.0, 10.0])
def test_normal_prior_equals_choix(variance):
    pairs = [(0, 1)] * 8 + [(1, 0)] * 2 + [(1, 2)] * 6 + [(0, 2)] * 9
    wins = np.zeros((3, 3))
    np.add.at(wins, tuple(np.transpose(pairs)), 1)
    # choix penalises alpha times the squared norm without the half that a normal density has.
    expected = choix.opt_pairwise(3, pairs, alpha=1 / (2 * variance), tol=1e-10)
    assert bradley_terry(wins, prior_variance=variance).strengths == pytest.approx(
        expected - np.mean(expected), abs=1e-5
    )


def test_the_priors_error_is_that_of_the_posterior():
    result = bradley_terry(np.array([[0, 30.0], [10, 0]]), prior_variance=0.5)
    chance = result.win_probabilities()[0, 1]
    # Along (1, -1) the information is twice the weight of the meetings, and the prior's 1 / 0.5.
    assert result.standard_errors == pytest.approx(
        [np.sqrt(0.5 / (2 * 40 * chance * (1 - chance) + 2))] * 2
    )


def test_what_is_no_win_matrix_is_refused():
    with pytest.raises(ValueError, match="square"):
        bradley_terry(np.ones((2, 3)))
    with pytest.raises(ValueError, match="over oneself"):
        bradley_terry(np.ones((2, 2)))
    with pytest.raises(ValueError, match="one prior"):
        bradley_terry(THREE, prior_wins=0.5, prior_variance=1)
    with pytest.raises(ValueError, match="above zero"):
        bradley_terry(THREE, prior_variance=0)
    with pytest.raises(NotEstimableError, match="One system"):
        bradley_terry(np.zeros((1, 1)))
