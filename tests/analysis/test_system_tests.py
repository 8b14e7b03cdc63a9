"""Tests of pairwise tests between systems, for scores and preferences, with and without a judge."""

import re

import numpy as np
import pytest
from scipy import stats

from analysis.comparison.compare import compare
from analysis.comparison.results import PEOPLE, ComparisonSettings, from_json
from analysis.comparison.systems import paired_tests
from analysis.report.drawing import drawings
from analysis.report.figures.words import spoken
from analysis.report.page.counts import families_of_tests
from analysis.report.page.systems import system_tables
from analysis.report.paper.every_figure import as_csv
from analysis.statistics.paired_systems import paired_interval
from tests.analysis.frames import frame_of, pairs, scored

QUICK = ComparisonSettings(draws=0)
ITEMS, SYSTEMS = 30, 3
SHIFTS = np.tile([0.0, 0.0, 1.5], ITEMS)
NOISE = np.random.default_rng(10).normal(0, 1, (3, ITEMS * SYSTEMS))
ANN, BEN, JUDGE = np.round(SHIFTS + NOISE, 3)


def scores(**values):
    result = compare(frame_of(*scored(values, systems=SYSTEMS)), QUICK)
    return result, result.criteria[0]


def test_pairs_are_tested_over_items_and_corrected():
    from statsmodels.stats.multitest import multipletests

    result, criterion = scores(ann=ANN, ben=BEN, j=JUDGE)
    for rater, values in ((PEOPLE, (ANN + BEN) / 2), ("j", JUDGE)):
        tests = criterion.system_tests[rater]
        means = values.reshape(ITEMS, SYSTEMS)
        columns = [(int(pair.first[1]), int(pair.second[1])) for pair in tests.pairs]
        expected = [stats.ttest_rel(means[:, a], means[:, b]).pvalue for a, b in columns]
        assert [pair.p_value for pair in tests.pairs] == pytest.approx(expected)
        assert [pair.adjusted_p for pair in tests.pairs] == pytest.approx(
            multipletests(expected, method="holm")[1]
        )
        assert [pair.difference for pair in tests.pairs] == pytest.approx(
            [np.mean(means[:, a] - means[:, b]) for a, b in columns]
        )
        assert {pair.items for pair in tests.pairs} == {ITEMS}
        # s2 is best and alone; the other two share a letter.
        assert tests.letters == {"s2": "a", "s0": "b", "s1": "b"}
    assert from_json(result.to_json()) == result
    assert "s2 minus s0: p, after Holm" in as_csv(result)


def test_without_a_judge_systems_have_their_table_and_figure():
    result, criterion = scores(ann=ANN, ben=BEN)
    (table,) = system_tables(result)
    means = (ANN + BEN).reshape(ITEMS, SYSTEMS).mean(0) / 2
    assert [row.system for row in table.rows] == [f"s{index}" for index in np.argsort(-means)]
    assert table.rows[0].cells == [(criterion.by_system[2].people, "a")]
    assert table.raters == [""]
    drawing = next(each for name, each in drawings(result).items() if table.is_drawn_by(name))
    assert re.search(r"s2 \(a\): 1\.\d+.* s\d \(b\)", drawing.draw().alt)


def test_the_lowest_comes_first_where_it_is_best():
    lines = [f"i{item},s{system},c,ann,human,{system}" for item in range(6) for system in range(3)]
    frame = frame_of(*lines)
    facts = frame.facts["c"]
    low = compare(type(frame)(**{**vars(frame), "facts": {"c": replaced(facts)}}), QUICK)
    assert [row.system for row in system_tables(low)[0].rows] == ["s0", "s1", "s2"]
    assert low.criteria[0].system_tests[PEOPLE].pairs[0].first == "s0"


def replaced(facts):
    return type(facts)(**{**vars(facts), "best": "lowest"})


def test_preferences_are_tested_over_the_items_on_which_the_two_met():
    lines = []
    chance = np.random.default_rng(3)
    won = {}
    for item in range(40):
        for first, second, share in (("A", "B", 0.9), ("A", "C", 0.5), ("B", "C", 0.15)):
            verdict = "a" if chance.random() < share else "b"
            won.setdefault((first, second), []).append(1 if verdict == "a" else -1)
            lines.append(f"i{item},{first},{second},better,ann,human,ab,{verdict}")
    tests = compare(pairs(*lines), QUICK).criteria[0].system_tests[PEOPLE]
    for pair in tests.pairs:
        key = (pair.first, pair.second)
        net = np.array(won[key] if key in won else won[key[::-1]]) * (1 if key in won else -1)
        assert pair.difference == pytest.approx(net.mean())
        assert pair.p_value == pytest.approx(stats.ttest_1samp(net, 0).pvalue)
    assert set(tests.letters) == {"A", "B", "C"}
    assert not set(tests.letters["A"]) & set(tests.letters["B"])


def test_too_few_items_and_too_many_systems_say_so(monkeypatch):
    few = compare(frame_of(*scored({"ann": [1, 2, 3, 4]}, systems=2)), QUICK).criteria[0]
    reason = few.system_tests[PEOPLE].reason
    assert (reason, few.system_tests[PEOPLE].letters) == (
        "not estimable: fewer than 5 items have scores of both systems",
        {},
    )
    monkeypatch.setattr(paired_tests, "MOST_SYSTEMS", 2)
    _result, many = scores(ann=ANN)
    assert many.system_tests[PEOPLE].reason == paired_tests.TOO_MANY


def test_the_interval_of_a_difference_is_the_paired_one():
    chance = np.random.default_rng(4)
    first, second = chance.normal(size=(2, 12))
    ends = stats.ttest_rel(first, second).confidence_interval()
    assert paired_interval(first - second) == pytest.approx((ends.low, ends.high))
    assert paired_interval([1.0] * 12) is None
    assert paired_interval([1.0, 2.0, 3.0, 4.0]) is None


def test_every_pair_has_its_interval_and_the_page_says_how_many_tests_it_makes():
    chance = np.random.default_rng(4)
    values = {
        name: np.clip(np.tile([1, 2, 4], 20) + chance.integers(0, 3, 60), 1, 6).tolist()
        for name in ("ann", "ben", "j")
    }
    lines = [*scored(values, systems=3), *scored(values, systems=3, criterion="d")]
    result = compare(frame_of(*lines), ComparisonSettings(draws=20, margin=0.2))
    pairs = result.criteria[0].system_tests["j"].pairs
    cells = np.reshape(values["j"], (20, 3))
    for pair in pairs:
        own = [cells[:, int(name[1])] for name in (pair.first, pair.second)]
        ends = stats.ttest_rel(*own).confidence_interval()
        assert (pair.low, pair.high) == pytest.approx((ends.low, ends.high))
        assert pair.estimate.value == pytest.approx(own[0].mean() - own[1].mean())
    between, against, annotators = families_of_tests(result)
    assert between == (
        "Pairs of systems: 12 paired t-tests. Each criterion and rater is a separate family, "
        "corrected by Holm's method (c by people 3; c by j 3; d by people 3; d by j 3)."
    )
    assert against == (
        "Judges compared with people: 4 tests, one of “not worse” and one of “worse” for each of 2 "
        "differences. Each kind of test is one family over all criteria and judges, corrected by "
        "Holm's method."
    )
    assert annotators == (
        "Alternative-annotator tests: 6 t-tests in 3 families. The annotators of each test form a "
        "family, corrected by the method of Benjamini and Yekutieli."
    )
    drawing = drawings(result)["differences-c"]
    assert drawing.title == "Differences between systems by c"
    alt = drawing.draw().alt
    for pair in result.criteria[0].system_tests[PEOPLE].pairs:
        assert f"{pair.first} minus {pair.second}: People {spoken(pair.estimate)}" in alt
