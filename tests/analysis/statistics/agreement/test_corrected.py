"""Corrected estimates: closed forms, coverage by simulation and by enumeration, and figures that do
not exist."""

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.correction.prediction_powered import prediction_powered_mean
from analysis.statistics.estimates import NotEstimableError

HUMAN = [3, 4, 2, 5, 1, 4, 4, 2]
JUDGE = [4, 4, 2, 5, 2, 5, 3, 2]


def test_without_further_items_it_is_the_classical_mean():
    result = prediction_powered_mean(HUMAN, JUDGE)
    reach = stats.norm.ppf(0.975) * np.std(HUMAN, ddof=1) / np.sqrt(8)
    assert (result.value, result.power, result.unlabelled) == (np.mean(HUMAN), 0, 0)
    assert (result.low, result.high) == pytest.approx(
        (np.mean(HUMAN) - reach, np.mean(HUMAN) + reach)
    )
    assert result.effective_labels == pytest.approx(8)


def test_a_judge_who_gives_one_score_does_not_help():
    result = prediction_powered_mean(HUMAN, [3] * 8, [3] * 100)
    assert (result.value, result.power) == (np.mean(HUMAN), 0)
    assert result.effective_labels == pytest.approx(8)


def test_the_definition_by_hand():
    extra = [1, 2, 3, 4, 5, 5, 4, 3, 4, 4, 2, 3]
    result = prediction_powered_mean(HUMAN, JUDGE, extra)
    spread = np.var(JUDGE + extra, ddof=1)
    power = np.cov(HUMAN, JUDGE)[0, 1] / ((1 + 8 / 12) * spread)
    assert result.power == pytest.approx(power)
    assert result.value == pytest.approx(np.mean(HUMAN) + power * (np.mean(extra) - np.mean(JUDGE)))
    variance = (
        np.var(np.array(HUMAN) - power * np.array(JUDGE), ddof=1) / 8 + power**2 * spread / 12
    )
    assert result.high - result.low == pytest.approx(2 * 1.959964 * np.sqrt(variance))


def test_the_judges_scale_does_not_matter():
    extra = np.array([1, 2, 3, 4, 5, 5, 4, 3.0])
    plain = prediction_powered_mean(HUMAN, JUDGE, extra)
    turned = prediction_powered_mean(HUMAN, 100 - 20 * np.array(JUDGE), 100 - 20 * extra)
    assert (turned.value, turned.low, turned.high) == pytest.approx(
        (plain.value, plain.low, plain.high)
    )
    assert turned.power == pytest.approx(-plain.power / 20)


def test_a_perfect_judge_is_worth_as_many_labels_as_it_scored():
    chance = np.random.default_rng(1)
    truth = chance.normal(size=5000)
    result = prediction_powered_mean(truth[:2500], truth[:2500], truth[2500:])
    assert result.value == pytest.approx(truth.mean(), abs=0.02)
    assert result.effective_labels == pytest.approx(5000, rel=0.2)


@pytest.mark.parametrize(("noise", "shorter"), [(0.3, 0.5), (3.0, 1.0)])
def test_coverage_and_gain(noise, shorter):
    chance = np.random.default_rng(2023)
    held, ratios = [], []
    for _ in range(1000):
        truth = chance.normal(3, 1, 1100)
        judge = 0.5 * truth + 2 + chance.normal(0, noise, 1100)
        result = prediction_powered_mean(truth[:100], judge[:100], judge[100:])
        classical = prediction_powered_mean(truth[:100], judge[:100])
        held.append(result.low <= 3 <= result.high)
        ratios.append((result.high - result.low) / (classical.high - classical.low))
    assert 0.92 <= np.mean(held) <= 0.97
    assert np.mean(ratios) < shorter + 0.15
    # Tuned power never makes it much worse than no judge.
    assert np.mean(ratios) <= 1.0


def test_too_few_or_missing_ratings_are_told():
    with pytest.raises(NotEstimableError, match="two items"):
        prediction_powered_mean([3], [3], [1, 2])
    with pytest.raises(ValueError, match="one length"):
        prediction_powered_mean([3, 4], [3], [1, 2])
    with pytest.raises(ValueError, match="left out"):
        prediction_powered_mean([3, np.nan], [3, 4])
