"""Tests of the permutation test of two judges: the fast form equals the plain one, p is calibrated,
and real judges are ranked as expected."""

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.closeness.comparing_judges import compare_correlations, compare_judges
from analysis.statistics.estimates import NotEstimableError
from tests.analysis.statistics.shared_data import judge_run


def system_level(correlate):
    def statistic(human, judge):
        return correlate(np.nanmean(human, 0), np.nanmean(judge, 0)).statistic

    return statistic


def per_input(correlate):
    def statistic(human, judge):
        found = []
        for people, scores in zip(human, judge, strict=True):
            seen = ~np.isnan(people)
            if seen.any() and np.ptp(people[seen]) and np.ptp(scores[seen]):
                found.append(correlate(people[seen], scores[seen]).statistic)
        return np.mean(found)

    return statistic


def pooled(correlate):
    def statistic(human, judge):
        seen = ~np.isnan(human)
        return correlate(human[seen], judge[seen]).statistic

    return statistic


def example(seed=0, items=12, systems=6):
    chance = np.random.default_rng(seed)
    human = chance.normal(size=(items, systems)) + np.arange(systems) / 3
    good = human + chance.normal(size=human.shape) * 0.5
    poor = 20 + 4 * (human + chance.normal(size=human.shape) * 3)
    return human, good, poor


@pytest.mark.parametrize("coefficient", ["pearson", "spearman"])
@pytest.mark.parametrize("level", ["system", "input", "pooled"])
def test_the_fast_road_equals_the_plain_one(level, coefficient):
    human, good, poor = example()
    good[0, 0] = human[3, 2] = np.nan
    human[5] = 1.0
    correlate = {"pearson": stats.pearsonr, "spearman": stats.spearmanr}[coefficient]
    road = {"system": system_level, "input": per_input, "pooled": pooled}[level]
    fast = compare_correlations(
        human, good, poor, coefficient=coefficient, level=level, draws=400, seed=5
    )
    plain = compare_judges(human, good, poor, statistic=road(correlate), draws=400, seed=5)
    for name in (
        "first",
        "second",
        "difference",
        "p_value",
        "p_greater",
        "draws",
        "undefined",
        "cells",
    ):
        assert getattr(fast, name) == pytest.approx(getattr(plain, name)), name
    assert fast.cells == 70


def test_ranks_of_rounded_scores_keep_their_ties():
    chance = np.random.default_rng(3)
    human, one, other = (chance.integers(1, 6, (20, 5)).astype(float) for _ in range(3))
    result = compare_correlations(
        human, one, other, coefficient="spearman", level="input", draws=10, seed=1
    )
    assert result.first == pytest.approx(per_input(stats.spearmanr)(human, one))


def test_equal_means_stay_ties_when_standardised():
    chance = np.random.default_rng(6)
    human, one, other = (chance.integers(1, 6, (23, 6)).astype(float) for _ in range(3))
    for copy in (1, 2, 3):
        one[:, copy] = chance.permutation(one[:, 0])
    result = compare_correlations(
        human, one, other, coefficient="spearman", level="system", draws=1, seed=1
    )
    assert result.first == pytest.approx(stats.spearmanr(human.sum(0), one.sum(0)).statistic)


def test_the_better_judge_is_told_apart_and_the_sides_mirror():
    human, good, poor = example(items=40)
    ahead = compare_correlations(
        human, good, poor, coefficient="pearson", level="pooled", draws=500, seed=1
    )
    behind = compare_correlations(
        human, poor, good, coefficient="pearson", level="pooled", draws=500, seed=1
    )
    assert ahead.p_value == ahead.p_greater == 1 / 501
    assert behind.difference == -ahead.difference
    assert (behind.p_value, behind.p_greater) == (1 / 501, 1)


def test_a_judge_against_itself_on_another_scale():
    human, good, _ = example()
    same = compare_correlations(
        human, good, good * 10 + 3, coefficient="pearson", level="system", draws=200, seed=1
    )
    assert same.difference == pytest.approx(0)
    assert (same.p_value, same.p_greater) == (1, 1)


def test_p_is_uniform_when_the_judges_are_alike():
    p_values = []
    for seed in range(200):
        chance = np.random.default_rng(seed)
        human = chance.normal(size=(20, 5))
        one, other = human + chance.normal(size=(2, 20, 5))
        result = compare_correlations(
            human, one, other, coefficient="pearson", level="input", draws=199, seed=seed
        )
        p_values.append(result.p_value)
    # Binomial(200, p) lies inside these bounds but for one seed in a million.
    assert 0.005 <= np.mean(np.array(p_values) <= 0.05) <= 0.14
    assert 0.33 <= np.mean(np.array(p_values) <= 0.5) <= 0.67


def test_an_error_keeps_its_scale():
    def error(human, judge):
        return float(np.abs(human - judge).mean())

    human = np.arange(12.0).reshape(4, 3)
    # Standardised, a judge that is one off throughout could not be told from a perfect one.
    result = compare_judges(
        human, human + 1, human, statistic=error, standardise=False, draws=99, seed=2
    )
    assert (result.first, result.second, result.difference) == (1, 0, 1)
    assert result.p_value == 1 / 100


def test_same_seed_same_p():
    human, good, poor = example()
    first, again = (
        compare_correlations(
            human, good, poor, coefficient="spearman", level="system", draws=300, seed=9
        )
        for _ in range(2)
    )
    assert first == again


def test_reasons_where_there_is_nothing_to_compare():
    human, good, poor = example()
    with pytest.raises(NotEstimableError, match="second judge always gave the same score"):
        compare_correlations(
            human, good, np.ones_like(poor), coefficient="pearson", level="system", seed=1
        )
    with pytest.raises(NotEstimableError, match="first judge has no value"):
        compare_correlations(
            np.ones_like(human), good, poor, coefficient="pearson", level="input", seed=1
        )
    with pytest.raises(NotEstimableError, match="No output was scored"):
        compare_correlations(
            human * np.nan, good, poor, coefficient="pearson", level="pooled", seed=1
        )
    with pytest.raises(ValueError, match="the same shape"):
        compare_correlations(human[:2], good, poor, coefficient="pearson", level="pooled", seed=1)
    with pytest.raises(ValueError, match='"system", "input" or "pooled"'):
        compare_correlations(human, good, poor, coefficient="pearson", level="item", seed=1)


def test_real_judges_of_coherence():
    people = list(judge_run("summeval", "human_annotations.json").values())
    machines = judge_run("summeval", "llm_annotations.json")
    keys = sorted(key for key in people[0] if key.endswith("__coherence"))
    human, strong, weak = (
        np.array([np.mean([table[key] for table in tables]) for key in keys]).reshape(100, 16)
        for tables in (people, [machines["gpt-4o"]], [machines["mistral-v03"]])
    )
    result = compare_correlations(
        human, strong, weak, coefficient="spearman", level="input", draws=200, seed=1
    )
    assert round(result.first, 3) == 0.542
    assert result.p_value == 1 / 201
    system = compare_correlations(
        human, strong, weak, coefficient="spearman", level="system", draws=200, seed=1
    )
    assert round(system.first, 3) == 0.797
    whole = compare_correlations(
        human, strong, weak, coefficient="spearman", level="pooled", draws=200, seed=1
    )
    assert round(whole.first, 4) == 0.5345
