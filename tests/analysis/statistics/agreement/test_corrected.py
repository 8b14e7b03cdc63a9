"""Tests of corrected estimates against ppi-python, closed forms and simulated coverage, and of
their reasons when there is no estimate."""

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.correction.prediction_powered import prediction_powered
from analysis.statistics.estimates import NotEstimableError

HUMAN = [3, 4, 2, 5, 1, 4, 4, 2, 3, 5]
JUDGE = [4, 4, 2, 5, 2, 5, 3, 2, 3, 4]
FURTHER = [1, 2, 3, 4, 5, 5, 4, 3, 4, 4, 2, 3]


def some_rated(human, judge, further):
    """Return the estimate if people rated only the first items."""
    people = [*human, *[np.nan] * len(further)]
    scores = [*judge, *further]
    return prediction_powered(people, scores, scores)


@pytest.mark.parametrize("scores", [[3] * 22, [*(6 - value for value in JUDGE), *FURTHER]])
def test_a_judge_that_does_not_help_leaves_people_alone(scores):
    result = some_rated(HUMAN, scores[:10], scores[10:])
    reach = stats.t.ppf(0.975, 9) * np.std(HUMAN, ddof=1) / np.sqrt(10)
    assert (result.power, result.rated, result.judged) == (0, 10, 22)
    assert result.corrected == result.alone
    assert (result.alone.low, result.alone.high) == pytest.approx(
        (np.mean(HUMAN) - reach, np.mean(HUMAN) + reach)
    )
    assert result.needed == pytest.approx(10)


def test_where_people_rated_everything_the_judge_changes_nothing():
    result = some_rated(HUMAN, JUDGE, [])
    assert (result.power, result.corrected) == (0, result.alone)


def test_the_definition_by_hand():
    """Lambda is the least-squares slope of people's influence values on the judge's."""
    result = some_rated(HUMAN, JUDGE, FURTHER)
    every = np.array([*JUDGE, *FURTHER])
    own = np.zeros(22)
    own[:10] = (HUMAN - np.mean(HUMAN)) / 10
    by_judge = -(every - every.mean()) / 22
    by_judge[:10] += (JUDGE - np.mean(JUDGE)) / 10
    power = stats.linregress(by_judge, own).slope
    assert result.power == pytest.approx(power)
    value = np.mean(HUMAN) + power * (every.mean() - np.mean(JUDGE))
    error = np.sqrt(((own - power * by_judge) ** 2).sum() * 10 / 8)
    assert result.corrected.value == pytest.approx(value)
    reach = stats.t.ppf(0.975, 8) * error
    assert result.corrected.high == pytest.approx(value + reach)
    widths = np.ptp([result.alone.low, result.alone.high]) / (2 * reach)
    assert result.needed == pytest.approx(10 * widths**2)


@pytest.mark.parametrize(
    ("rated", "judged", "value", "low", "high"),
    [
        (40, 200, 2.87640284, 2.66672959, 3.08607609),
        (200, 2000, 3.06015792, 2.97486547, 3.14545037),
    ],
)
def test_the_figures_of_ppi_python(rated, judged, value, low, high):
    """The expected values are from `ppi_mean_ci` of ppi-python 0.2.3 with the same lambda. Its
    interval is a normal one, so the widths differ slightly."""
    chance = np.random.default_rng(2023)
    for size, many in ((40, 200), (200, 2000)):
        truth = chance.normal(3, 1, many)
        judge = 0.7 * truth + 1.2 + chance.normal(0, 0.5, many)
        if size == rated:
            break
    result = some_rated(truth[:rated], judge[:rated], judge[rated:])
    assert result.judged == judged
    assert result.corrected.value == pytest.approx(value, abs=1e-8)
    width = result.corrected.high - result.corrected.low
    assert width == pytest.approx(high - low, rel=0.07 if rated == 40 else 0.02)


def test_sampling_shares_weigh_the_batches():
    """People rated all of a pilot but only a tenth of the main batch."""
    stratum = np.repeat([0, 1], [20, 200])
    chance = np.random.default_rng(4)
    truth = np.where(stratum == 0, 1.0, 4.0) + chance.normal(0, 0.1, 220)
    people = np.where(np.arange(220) < 40, truth, np.nan)
    flat = prediction_powered(people, [3] * 220, [3] * 220, stratum)
    assert flat.alone.value == pytest.approx((20 * 1 + 200 * 4) / 220, abs=0.05)
    one = prediction_powered(people, [3] * 220, [3] * 220)
    assert one.alone.value == pytest.approx(2.5, abs=0.05)
    means = [truth[:20], truth[20:40]]
    spread = np.sqrt(
        sum(
            (weight / 220) ** 2 * part.var(ddof=0) / 20
            for weight, part in zip((20, 200), means, strict=True)
        )
    )
    assert flat.alone.high - flat.alone.low > 2 * 2 * spread


def covered(items: int, closeness: float, studies: int) -> tuple[float, float]:
    """Return the share of intervals that contain the true mean of a scale of 1 to 5. Also return
    the median factor of items saved compared with people alone."""
    chance = np.random.default_rng(33)
    # The mean of the rounded scale, by the normal of variance 1.25 that is rounded.
    truth = 1 + stats.norm.sf(np.arange(1.5, 5), 3.8, np.sqrt(1.25)).sum()
    held, gain = [], []
    for _study in range(studies):
        shared, error, own = chance.normal(size=(3, 10 * items))
        human = np.clip(np.round(3.8 + shared + error / 2), 1, 5)
        judge = np.clip(np.round(4.2 + closeness * shared + np.sqrt(1 - closeness**2) * own), 1, 5)
        human[items:] = np.nan
        result = prediction_powered(human, judge, judge)
        held.append(result.corrected.low <= truth <= result.corrected.high)
        gain.append(result.needed / items)
    return float(np.mean(held)), float(np.median(gain))


@pytest.mark.parametrize("closeness", [0.0, 0.9])
def test_coverage_in_a_sample_of_studies(closeness):
    """With 300 studies, three standard errors are 3.8 percentage points."""
    share, gain = covered(15, closeness, 300)
    assert 0.912 <= share <= 0.988
    assert (gain > 1.5) if closeness else (0.9 < gain < 1.1)


@pytest.mark.long
@pytest.mark.parametrize("items", [10, 30, 100])
@pytest.mark.parametrize("closeness", [0.0, 0.5, 0.9])
def test_coverage(items, closeness):
    """These are the cases of the table in docs/statistics/corrected.md."""
    assert 0.93 <= covered(items, closeness, 2000)[0] <= 0.97


def test_few_items_have_no_interval_and_too_few_no_figure():
    result = some_rated(HUMAN[:9], JUDGE[:9], [*FURTHER, 5])
    assert (result.corrected.low, result.needed) == (None, None)
    assert result.corrected.value != result.alone.value
    with pytest.raises(NotEstimableError, match="fewer than two items"):
        some_rated([3], [3], [1, 2])
    with pytest.raises(NotEstimableError, match="of a batch"):
        prediction_powered([3, 4, np.nan], [3, 4, 5], [3, 4, 5], [0, 0, 1])
    with pytest.raises(ValueError, match="Leave out items"):
        prediction_powered([3, 4], [3, np.nan], [3, 4])
    with pytest.raises(ValueError, match="Every item"):
        prediction_powered([3, 4], [3], [1, 2])
