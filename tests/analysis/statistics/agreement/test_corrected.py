"""Corrected estimates: closed forms, coverage by simulation and by enumeration, and figures that do
not exist."""

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.correction.prediction_powered import prediction_powered_mean
from analysis.statistics.correction.rogan_gladen import Share, rogan_gladen
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


def test_rogan_gladen_by_hand():
    # 30 % found; a judge with .9 and .8 finds .9 p + .2 (1 - p): p = 1 / 7.
    result = rogan_gladen(Share(300, 1000), sensitivity=Share(90, 100), specificity=Share(80, 100))
    assert result.value == pytest.approx(1 / 7)
    assert (result.apparent, result.sensitivity, result.specificity) == (0.3, 0.9, 0.8)
    assert not result.outside
    assert result.low < 1 / 7 < result.high


def test_the_interval_by_hand():
    result = rogan_gladen(Share(120, 400), sensitivity=Share(18, 20), specificity=Share(24, 30))
    # Lang and Reiczigel's figures: 19 / 22, 25 / 32 and 121.9207 / 403.8415.
    found, cleared, apparent = 0.8636364, 0.78125, 0.3019023
    centre = (apparent + cleared - 1) / (found + cleared - 1)
    missed, wrong = 0.1177686 / 22, 0.1708984 / 32
    shift = 7.682918 * (centre * missed - (1 - centre) * wrong)
    spread = (
        np.sqrt(0.2107573 / 403.8415 + centre**2 * missed + (1 - centre) ** 2 * wrong) / 0.6448864
    )
    assert (result.low, result.high) == pytest.approx(
        (0, centre + shift + 1.959964 * spread), abs=1e-5
    )


def test_with_a_perfect_judge_known_well_it_is_about_the_wilson_interval():
    known = Share(10**9, 10**9)
    result = rogan_gladen(Share(30, 100), sensitivity=known, specificity=known)
    wilson = stats.binomtest(30, 100).proportion_ci(0.95, method="wilson")
    assert result.value == pytest.approx(0.3)
    # Agresti and Coull's interval has Wilson's centre and is a little wider.
    assert (result.low + result.high) / 2 == pytest.approx((wilson.low + wilson.high) / 2, abs=1e-6)
    assert result.high - result.low == pytest.approx(wilson.high - wilson.low, rel=0.03)


def test_an_estimate_outside_0_to_1_is_cut_and_told():
    none = rogan_gladen(Share(5, 100), sensitivity=Share(90, 100), specificity=Share(80, 100))
    assert (none.value, none.low, none.outside) == (0, 0, True)
    assert none.high > 0
    every = rogan_gladen(Share(99, 100), sensitivity=Share(90, 100), specificity=Share(80, 100))
    assert (every.value, every.high, every.outside) == (1, 1, True)


@pytest.mark.parametrize(
    ("share", "found", "cleared"), [(0.1, 0.9, 0.9), (0.5, 0.8, 0.7), (0.9, 0.95, 0.6)]
)
def test_the_interval_covers(share, found, cleared):
    chance = np.random.default_rng(14)
    apparent = share * found + (1 - share) * (1 - cleared)
    held = []
    for _ in range(2000):
        result = rogan_gladen(
            Share(int(chance.binomial(300, apparent)), 300),
            sensitivity=Share(int(chance.binomial(60, found)), 60),
            specificity=Share(int(chance.binomial(60, cleared)), 60),
        )
        held.append(result.low <= share <= result.high)
    assert 0.93 <= np.mean(held) <= 0.99


def test_a_judge_no_better_than_chance_cannot_be_corrected():
    with pytest.raises(
        NotEstimableError, match=r"sensitivity 0\.40 and specificity 0\.60 .* no better than chance"
    ):
        rogan_gladen(Share(5, 10), sensitivity=Share(4, 10), specificity=Share(6, 10))
    with pytest.raises(NotEstimableError, match="no output to count the specificity"):
        rogan_gladen(Share(5, 10), sensitivity=Share(4, 10), specificity=Share(0, 0))
    with pytest.raises(ValueError, match="11 of 10"):
        Share(11, 10)
