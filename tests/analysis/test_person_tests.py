"""Tests of a judge compared with people, leaving one person out at a time: the difference, its
interval, and the verdict."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from analysis.comparison.catalogue import CLOSENESS
from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings, Estimate, PersonTest
from analysis.statistics.closeness.margin import margin_test
from analysis.statistics.jackknife import Spread
from tests.analysis.frames import frame_of, scored

SETTINGS = ComparisonSettings(draws=20, margin=0.1)


def study(items: int = 30, *, noise: float = 0.6, seed: int = 5, people: int = 3) -> dict:
    """Return ratings of two outputs per item by people and by judge j, all equally noisy."""
    chance = np.random.default_rng(seed)
    truth = chance.normal(3, 1.2, 2 * items)
    return {
        name: np.clip(np.round(truth + chance.normal(0, noise, 2 * items)), 1, 5).tolist()
        for name in [f"p{number}" for number in range(people)] + ["j"]
    }


def person_test_of(values: dict, settings=SETTINGS, **levels: str) -> PersonTest:
    frame = frame_of(*scored(values, systems=2), levels=levels or {"c": "ordinal"})
    return compare(frame, settings).criteria[0].judge("j").person_test


def difference_of(values: dict[str, list], statistic) -> float:
    """Return the judge's statistic minus the person's, averaged over people, by a plain loop."""
    people = [name for name in values if name != "j"]
    differences = []
    for name in people:
        units = [
            unit
            for unit, value in enumerate(values[name])
            if value is not None
            and values["j"][unit] is not None
            and any(values[other][unit] is not None for other in people if other != name)
        ]
        rest = [
            np.mean(
                [
                    values[other][unit]
                    for other in people
                    if other != name and values[other][unit] is not None
                ]
            )
            for unit in units
        ]
        person, judge = ([values[who][unit] for unit in units] for who in (name, "j"))
        differences.append(statistic(judge, rest) - statistic(person, rest))
    return float(np.mean(differences))


@pytest.mark.parametrize(
    ("level", "statistic"),
    [
        ("ordinal", lambda own, rest: stats.spearmanr(own, rest).statistic),
        ("interval", lambda own, rest: stats.pearsonr(own, rest).statistic),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_the_difference_and_its_interval_are_those_of_plain_loops(level, statistic, seed):
    values = study(20, seed=seed)
    chance = np.random.default_rng(seed)
    for ratings in values.values():
        for place in np.flatnonzero(chance.random(40) < 0.2):
            ratings[place] = None
    found = person_test_of(values, c=level)
    assert found.statistic == CLOSENESS[level]
    whole = difference_of(values, statistic)
    without = []
    for item in range(20):
        left = {
            name: [value for place, value in enumerate(ratings) if place // 2 != item]
            for name, ratings in values.items()
        }
        without.append(difference_of(left, statistic))
    error = np.sqrt(19 / 20 * ((without - np.mean(without)) ** 2).sum())
    reach = stats.t.ppf(0.975, found.items - 1) * error
    assert found.difference.value == pytest.approx(whole)
    assert (found.difference.low, found.difference.high) == pytest.approx(
        (whole - reach, whole + reach)
    )
    assert found.p_worse == pytest.approx(min(1, 2 * stats.t.cdf(whole / error, found.items - 1)))
    assert found.p_not_worse == pytest.approx(
        min(1, 2 * stats.t.sf((whole + 0.1) / error, found.items - 1))
    )


def test_four_outputs_tell_nothing():
    values = {name: ratings[:4] for name, ratings in study().items()}
    found = person_test_of(values)
    assert found.verdict == "too few to tell"
    assert found.difference.reason.startswith("not estimable: no annotator shares 10 units")


@pytest.mark.parametrize(
    ("units", "items", "known"), [(20, 10, True), (19, 10, False), (20, 9, False)]
)
def test_a_verdict_needs_20_units_of_10_items(units, items, known):
    values = study(20, noise=0.3)
    lines = []
    for rater, ratings in values.items():
        kind = "judge" if rater == "j" else "human"
        lines += [
            f"i{unit % items},s{unit // items},c,{rater},{kind},{ratings[unit]}"
            for unit in range(units)
        ]
    found = compare(frame_of(*lines), replace(SETTINGS, margin=0.9)).criteria[0].judges[0]
    test = found.person_test
    assert (test.units, test.items) == (units, items)
    assert test.verdict == ("not worse" if known else "too few to tell")
    assert (test.p_not_worse is None) is not known


def test_each_verdict():
    values = study(60)
    assert person_test_of(values, replace(SETTINGS, margin=0.3)).verdict == "not worse"
    assert person_test_of(values, replace(SETTINGS, margin=0.001)).verdict == "too few to tell"
    chance = np.random.default_rng(1)
    values["j"] = chance.integers(1, 6, 120).tolist()
    worse = person_test_of(values)
    assert (worse.verdict, worse.difference.high < 0) == ("worse", True)


def test_without_a_margin_there_is_a_difference_and_no_verdict():
    found = person_test_of(study(), ComparisonSettings(draws=20))
    assert found.verdict is None
    assert found.p_worse is None
    assert found.difference.low is not None


def test_verdicts_are_corrected_over_criteria_and_judges():
    lines = []
    for number in range(3):
        values = study(40, seed=number)
        values["k"] = study(40, seed=number + 50)["j"]
        lines += scored(values, systems=2, criterion=f"c{number}")
    result = compare(frame_of(*lines), SETTINGS)
    tests = [judge.person_test for criterion in result.criteria for judge in criterion.judges]
    assert len(tests) == 6
    for raw, corrected in (("p_not_worse", "adjusted_not_worse"), ("p_worse", "adjusted_worse")):
        p_values = np.array([getattr(test, raw) for test in tests])
        expected = np.empty(6)
        highest = 0.0
        for place, index in enumerate(np.argsort(p_values)):
            highest = max(highest, (6 - place) * p_values[index])
            expected[index] = min(1, highest)
        assert [getattr(test, corrected) for test in tests] == pytest.approx(expected.tolist())


@pytest.mark.parametrize("difference", [-0.4, -0.05, 0.0, 0.2])
def test_without_correction_the_p_value_says_what_the_interval_says(difference):
    spread = Spread(0.01, 19)
    reach = float(stats.t.ppf(0.975, 19)) * 0.1
    test = margin_test(difference, spread, 0.25)
    assert (test.worse < 0.05) == (difference + reach < 0)
    assert (test.not_worse < 0.05) == (difference - reach > -0.25)


def test_a_margin_of_nothing_is_refused():
    with pytest.raises(ValueError, match="more than 0"):
        margin_test(0.1, Spread(0.01, 9), 0)


def test_what_is_not_estimable_has_its_reason():
    constant = study() | {"j": [3] * 60}
    found = person_test_of(constant)
    assert found.difference == Estimate(
        None, 0, reason="not estimable: one of the two sides never varies"
    )
    assert found.verdict is None
