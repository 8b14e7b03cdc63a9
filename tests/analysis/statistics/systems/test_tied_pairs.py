"""Tests of Davidson's strengths against a log-linear model, Bradley-Terry, and a linear programme
that finds when no estimate exists."""

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import linprog

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.preferences.bradley_terry import bradley_terry
from analysis.statistics.preferences.tied_pairs import davidson, resampled_davidson


def drawn(seed, count, most=9):
    chance = np.random.default_rng(seed)
    wins, ties = chance.integers(0, most, (2, count, count)).astype(float)
    np.fill_diagonal(wins, 0)
    ties = np.triu(ties, 1)
    return wins, ties + ties.T


def log_linear(wins, ties):
    """Return strengths and the tie parameter of a Poisson model with a level for each pair."""
    import statsmodels.api as sm

    count = len(wins)
    pairs = list(combinations(range(count), 2))
    rows, counts = [], []
    for number, (i, j) in enumerate(pairs):
        level = np.eye(len(pairs))[number]
        one, other = np.eye(count)[i], np.eye(count)[j]
        for half, tie, seen in (
            ((one - other) / 2, 0, wins[i, j]),
            ((other - one) / 2, 0, wins[j, i]),
            (np.zeros(count), 1, ties[i, j]),
        ):
            rows.append([*level, *half[1:], tie])
            counts.append(seen)
    fitted = sm.GLM(np.array(counts), np.array(rows), family=sm.families.Poisson()).fit(tol=1e-12)
    strengths = np.array([0, *fitted.params[len(pairs) : -1]])
    return strengths - strengths.mean(), float(np.exp(fitted.params[-1]))


@pytest.mark.parametrize("seed", range(6))
def test_equals_the_log_linear_model_of_statsmodels(seed):
    wins, ties = drawn(seed, 3 + seed % 4)
    result = davidson(wins + 1 - np.eye(len(wins)), ties)
    strengths, tie = log_linear(wins + 1 - np.eye(len(wins)), ties)
    assert result.strengths == pytest.approx(strengths, abs=1e-6)
    assert result.tie == pytest.approx(tie, abs=1e-6)


def test_without_ties_it_is_bradley_terry():
    wins = np.array([[0, 8, 9], [2, 0, 6], [1, 4, 0]], dtype=float)
    result = davidson(wins, np.zeros((3, 3)))
    assert (result.strengths == pytest.approx(bradley_terry(wins)), result.tie) == (True, 0)


def test_two_systems_have_a_closed_form():
    result = davidson(np.array([[0, 8.0], [2, 0]]), np.array([[0, 4.0], [4, 0]]))
    assert result.strengths == pytest.approx([np.log(4) / 2, -np.log(4) / 2])
    assert result.tie == pytest.approx(4 / np.sqrt(8 * 2))


@pytest.mark.parametrize(
    ("wins", "ties", "why"),
    [
        ([[0, 0], [0, 0]], [[0, 3], [3, 0]], "Every verdict was a tie"),
        ([[0, 3], [0, 0]], [[0, 0], [0, 0]], "systems Moss never won"),
        ([[0, 3], [0, 0]], [[0, 2], [2, 0]], "fit one order of the systems"),
    ],
)
def test_what_has_no_estimate_says_why(wins, ties, why):
    with pytest.raises(NotEstimableError, match=why):
        davidson(np.array(wins, float), np.array(ties, float), ["Heron", "Moss"])


def escapes(wins, ties):
    """Return whether no finite estimate exists. By linear programming, find a direction that makes
    one verdict more likely and none less likely."""
    count = len(wins)
    below = []
    for i, j in combinations(range(count), 2):
        gap = np.zeros(count + 1)
        gap[i], gap[j] = 1, -1
        tie = np.eye(count + 1)[count]
        for won, way in ((wins[i, j], gap), (wins[j, i], -gap)):
            if won:
                below += [-way, tie * 2 - way]
        if ties[i, j]:
            below += [gap - tie * 2, -gap - tie * 2]
    for sign in (1, -1):
        for place in range(count + 1):
            aim = sign * np.eye(count + 1)[place]
            fixed = [(0, 0), *[(-1, 1)] * (count - 1), (-1, 1) if ties.any() else (0, 0)]
            best = linprog(-aim, A_ub=np.array(below), b_ub=np.zeros(len(below)), bounds=fixed)
            if -best.fun > 1e-7:
                return True
    return False


def test_there_is_an_estimate_exactly_where_no_direction_escapes():
    chance = np.random.default_rng(4)
    seen = []
    for _ in range(60):
        wins, ties = (chance.random((2, 3, 3)) < 0.4).astype(float)
        np.fill_diagonal(wins, 0)
        ties = np.triu(ties, 1)
        ties = ties + ties.T
        if not (wins + ties).any():
            continue
        _strengths, tie = resampled_davidson(wins[None], ties[None])
        seen.append(not np.isnan(tie[0]))
        assert seen[-1] == (not escapes(wins, ties)), (wins, ties)
    assert {True, False} == set(seen)


def test_a_stack_is_each_table_by_itself():
    tables = [drawn(seed, 4) for seed in range(5)]
    wins, ties = (np.stack(side) for side in zip(*tables, strict=True))
    wins[0], ties[1] = 0, 0
    strengths, tie = resampled_davidson(wins, ties)
    assert np.isnan(strengths[0]).all()
    for number in range(1, 5):
        result = davidson(wins[number], ties[number])
        assert strengths[number] == pytest.approx(result.strengths)
        assert tie[number] == pytest.approx(result.tie)
