"""Tests of pairwise accuracy and its soft form against plain loops and SciPy's permutation test."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.closeness.pairwise_accuracy import (
    calibrate_ties,
    resampled_pairwise_accuracy,
)
from analysis.statistics.closeness.soft_accuracy import soft_pairwise_accuracy
from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import the_sample
from tests.analysis.statistics.shared_data import judge_run


def by_loop(human, judge, groups, epsilon) -> float:
    shares = []
    for group in sorted(set(groups)):
        members = [i for i, own in enumerate(groups) if own == group]
        right = [
            np.sign(human[i] - human[j])
            == (0 if abs(judge[i] - judge[j]) <= epsilon else np.sign(judge[i] - judge[j]))
            for i, j in combinations(members, 2)
        ]
        if right:
            shares.append(np.mean(right))
    return float(np.mean(shares))


def scores(seed):
    chance = np.random.default_rng(seed)
    human = chance.integers(1, 6, 30).astype(float)
    return human, human + chance.integers(-2, 3, 30), chance.integers(0, 6, 30)


def accuracy(human, judge, groups=None, epsilon=0.0) -> float:
    """Return Rateroom's accuracy for the sample. Groups become items and their members columns."""
    items = (
        np.zeros(len(human), int) if groups is None else np.unique(groups, return_inverse=True)[1]
    )
    sizes = np.bincount(items)
    matrices = np.full((2, len(sizes), sizes.max()), np.nan)
    for item in range(len(sizes)):
        members = np.flatnonzero(items == item)
        matrices[:, item, : len(members)] = np.array([human, judge], float)[:, members]
    return float(
        resampled_pairwise_accuracy(*matrices, the_sample(matrices[0]), epsilon=epsilon)[0]
    )


@pytest.mark.parametrize("epsilon", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("seed", range(5))
def test_equals_the_plain_loop(seed, epsilon):
    human, judge, groups = scores(seed)
    assert accuracy(human, judge, groups, epsilon) == pytest.approx(
        by_loop(human, judge, groups, epsilon)
    )
    assert accuracy(human, judge, epsilon=epsilon) == pytest.approx(
        by_loop(human, judge, [0] * 30, epsilon)
    )


@pytest.mark.parametrize("seed", range(10))
def test_calibration_finds_the_smallest_best_threshold(seed):
    human, judge, groups = scores(seed)
    candidates = sorted({0.0} | {abs(x - y) for x, y in combinations(judge, 2)})
    reached = [by_loop(human, judge, groups, epsilon) for epsilon in candidates]
    result = calibrate_ties(human, judge, groups=groups)
    assert result.accuracy == pytest.approx(max(reached))
    within = {
        abs(judge[i] - judge[j]) for i, j in combinations(range(30), 2) if groups[i] == groups[j]
    } | {0.0}
    best = [
        e
        for e, share in zip(candidates, reached, strict=True)
        if share >= max(reached) - 1e-9 and e in within
    ]
    assert result.epsilon == pytest.approx(best[0])
    assert accuracy(human, judge, groups, result.epsilon) == pytest.approx(result.accuracy)
    pooled = calibrate_ties(human, judge)
    assert (pooled.pairs, pooled.groups) == (435, 1)


@pytest.mark.parametrize("seed", range(5))
def test_calibration_of_many_pairs_a_few_at_a_time_is_the_same(monkeypatch, seed):
    human, judge, groups = scores(seed)
    whole = calibrate_ties(human, judge, groups=groups)
    monkeypatch.setattr("analysis.statistics.closeness.pairwise_accuracy.MOST_PAIRS", 20)
    parts = calibrate_ties(human, judge, groups=groups)
    assert (parts.epsilon, parts.pairs, parts.groups) == (whole.epsilon, whole.pairs, whole.groups)
    assert parts.accuracy == pytest.approx(whole.accuracy, abs=1e-12)
    still = calibrate_ties(human, np.ones(30), groups=groups)
    assert (still.epsilon, still.pairs) == (0, whole.pairs)


def test_ties_by_hand():
    # Human order: 1 = 1 < 2. The judge orders all three: two pairs right; ties within 0.1 make it
    # three.
    assert accuracy([1, 1, 2], [0.5, 0.6, 0.9]) == pytest.approx(2 / 3)
    tuned = calibrate_ties([1, 1, 2], [0.5, 0.6, 0.9])
    assert (tuned.accuracy, tuned.epsilon) == (pytest.approx(1), pytest.approx(0.1))


def test_a_judge_that_gives_one_score_is_right_about_ties_only():
    assert accuracy([1, 1, 2, 3], [4, 4, 4, 4]) == pytest.approx(1 / 6)


def test_no_pair_has_no_accuracy():
    with pytest.raises(NotEstimableError, match="no pair to order"):
        calibrate_ties([1, 2], [1, 2], groups=["x", "y"])
    with pytest.raises(ValueError, match="missing score"):
        calibrate_ties([1, np.nan], [1, 2])


def test_soft_accuracy_agrees_with_scipys_exact_permutation_test():
    chance = np.random.default_rng(5)
    human = chance.normal(size=(8, 3)) + np.array([0, 0.3, 1])
    judge = chance.normal(size=(8, 3)) + np.array([0, 0.8, 0.9])
    result = soft_pairwise_accuracy(human, judge, draws=40000, seed=1)
    for scored, p_values in ((human, result.human), (judge, result.judge)):
        for i, j in combinations(range(3), 2):
            exact = stats.permutation_test(
                (scored[:, i], scored[:, j]),
                lambda x, y: (x - y).mean(),
                permutation_type="samples",
                alternative="greater",
            )
            # 2 ** 8 flips, of which the observed one counts half here and wholly in SciPy.
            assert p_values[i, j] == pytest.approx(exact.pvalue - 1 / 512, abs=0.015)
            assert p_values[i, j] + p_values[j, i] == 1
    gaps = [abs(result.human[i, j] - result.judge[i, j]) for i, j in combinations(range(3), 2)]
    assert result.accuracy == pytest.approx(1 - np.mean(gaps))


def test_soft_accuracy_at_its_ends():
    steady = np.arange(40.0)[:, None] / 100 + np.array([0, 1, 2])
    assert soft_pairwise_accuracy(steady, steady, seed=3).accuracy == 1
    assert soft_pairwise_accuracy(steady, -steady, seed=3).accuracy == pytest.approx(0, abs=1e-6)
    flat = soft_pairwise_accuracy(np.ones((40, 3)), steady, seed=3)
    assert (flat.accuracy, flat.human[0, 1]) == (pytest.approx(0.5, abs=1e-6), 0.5)


def test_missing_scores_drop_items_from_a_pair_and_pairs_from_the_mean():
    chance = np.random.default_rng(2)
    human, judge = chance.normal(size=(2, 30, 4))
    human[:10, 0] = np.nan
    judge[10:, 3] = np.nan
    result = soft_pairwise_accuracy(human, judge, seed=4)
    # System 3 is judged on the items for which people did not rate system 0.
    assert (result.pairs, result.unpaired) == (5, 1)
    assert np.isnan(result.human[0, 3])
    only = soft_pairwise_accuracy(human[10:, :2], judge[10:, :2], seed=4, draws=20000)
    assert result.judge[0, 1] == pytest.approx(only.judge[0, 1], abs=0.06)
    with pytest.raises(NotEstimableError, match="share an item"):
        soft_pairwise_accuracy(np.full((3, 2), np.nan), np.ones((3, 2)), seed=1)


def test_same_seed_same_figure():
    human, judge = np.random.default_rng(8).normal(size=(2, 20, 5))
    first, again, other = (
        soft_pairwise_accuracy(human, judge, seed=seed).accuracy for seed in (1, 1, 2)
    )
    assert first == again != other


def test_real_summaries_lie_between_chance_and_certainty():
    people = list(judge_run("summeval", "human_annotations.json").values())
    machine = judge_run("summeval", "llm_annotations.json")["gpt-4o"]
    keys = sorted(key for key in machine if key.endswith("__relevance"))
    human = [np.mean([table[key] for table in people]) for key in keys]
    judge = [float(machine[key]) for key in keys]
    documents = [key.split("__")[0] for key in keys]
    tuned = calibrate_ties(human, judge, groups=documents)
    assert (tuned.pairs, tuned.groups) == (12000, 100)
    assert 0.3 < accuracy(human, judge, documents) <= tuned.accuracy + 1e-12 < 1
    tables = [np.array(scored).reshape(100, 16) for scored in (human, judge)]
    assert 0.7 < soft_pairwise_accuracy(*tables, seed=1).accuracy < 1
