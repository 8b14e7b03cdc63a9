"""Tests of ratings on two scales in one file: detected, reported, and mapped if declared."""

import numpy as np
import pytest

from analysis.comparison import catalogue
from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings, from_json
from analysis.data.scales import differ
from analysis.report.drawing import drawings
from analysis.report.findings import findings
from analysis.report.wording import methods
from tests.analysis.frames import frame_of, scored

TRUTH = np.random.default_rng(4).integers(1, 6, 80)
NOISE = np.random.default_rng(5).integers(-1, 2, 80)
# Each judge ranks as people do, on a scale of its own.
VALUES = {"ann": TRUTH, "ben": np.clip(TRUTH + NOISE, 1, 5), "j": 25 * (TRUTH - 1), "k": 6 - TRUTH}
DECLARED = {"people": (1, 5), "j": (0, 100), "k": (5, 1)}


def judged(scales=None, **values):
    frame = frame_of(*scored(VALUES | values, systems=4))
    result = compare(frame, ComparisonSettings(draws=20, scales=scales or {}))
    return result, result.criteria[0].judges[0]


def test_figures_that_need_one_scale_are_withheld_and_it_is_said_first():
    result, judge = judged()
    withheld = {one.statistic: one for one in judge.figures if one.judge.value is None}
    assert tuple(withheld) == catalogue.ONE_SCALE
    reason = "not estimable: people rated from 1 to 5 and the judge from 0 to 100, two scales"
    assert {one.judge.reason for one in withheld.values()} == {reason}
    assert all(one.human.value is not None for one in withheld.values())
    assert judge.annotator_test.reason == reason
    assert (judge.annotator_test.advantage.value, judge.disagreements) == (None, ())
    assert judge.confusion.counts == ()
    assert judge.figure("spearman_pooled").judge.value > 0.9
    told = findings(result)
    assert told[0].startswith("Two scales on c: people rated from 1 to 5, j from 0 to 100. Until")
    assert "stand in for a person" not in "".join(line for line in told if " j " in line)
    assert not any(line.startswith("j gives") for line in told)
    assert result.criteria[0].judge("k").two_scales is None
    assert "confusion-c-1" not in drawings(result)
    assert from_json(result.to_json()) == result


def test_declared_scales_are_mapped():
    result, judge = judged(DECLARED)
    assert (judge.two_scales.people, judge.two_scales.judge) == ((1, 5), (0, 100))
    people = np.mean([VALUES["ann"], VALUES["ben"]], axis=0)
    for name in ("j", "k"):
        machine = result.criteria[0].judge(name)
        assert machine.figure("mae").judge.value == pytest.approx(np.abs(people - TRUTH).mean())
        assert machine.mean.value == pytest.approx(TRUTH.mean())
    assert findings(result)[0] == (
        "c: ratings of j were mapped from its scale, 0 to 100, onto people's, 1 to 5, as declared."
    )
    assert "Ratings were mapped linearly: j from 0 to 100 to 1 to 5; k from 5 to 1 to 1 to 5." in (
        methods(result)
    )
    assert from_json(result.to_json()) == result


def test_a_scale_for_one_criterion_alone():
    lines = scored(VALUES, systems=4) + scored(VALUES | {"j": TRUTH}, systems=4, criterion="d")
    scales = {"people": (1, 5), "c:j": (0, 100), "d:j": (1, 5)}
    result = compare(frame_of(*lines), ComparisonSettings(draws=0, scales=scales))
    errors = [one.judge("j").figure("mae").judge.value for one in result.criteria]
    assert errors[0] == pytest.approx(errors[1])
    assert [one.judge("j").two_scales is None for one in result.criteria] == [False, True]


def test_the_pooled_test_is_withheld_where_one_criterion_has_two_scales():
    lines = scored(VALUES, systems=4) + scored(VALUES | {"j": TRUTH}, systems=4, criterion="d")
    result = compare(frame_of(*lines), ComparisonSettings(draws=0))
    reasons = {one.judge: one.annotator_test.reason for one in result.overall}
    assert reasons["j"].endswith("two scales")
    assert reasons["k"] == ""


@pytest.mark.parametrize(
    ("scales", "message"),
    [
        ({"j": (0, 100)}, "The scale of j is declared, but the scale of people is not"),
        ({"people": (1, 4), "j": (0, 100)}, "people gave 5, outside the declared scale"),
        ({"people": (1, 5), "j": (0, 10)}, "j gave 50, outside the declared scale"),
        ({"people": (1, 5), "x": (0, 10)}, "A scale is declared for x, which is not a rater"),
        ({"people": (5, 5)}, "The scale of people has 5 at both ends"),
    ],
)
def test_a_declaration_that_cannot_be(scales, message):
    values = {"j": np.where(TRUTH == 2, 25, 50)}
    with pytest.raises(ValueError, match=message):
        judged(scales, **values)


@pytest.mark.parametrize(
    ("people", "judge", "two"),
    [
        ([1, 2, 3, 4, 5], [0, 20, 85, 90, 100], True),
        ([1, 2, 3, 4, 5], [1, 4, 6, 7, 7], True),
        ([1, 2, 3, 4, 5], [0.1, 0.6, 0.9, 0.7, 0.2], True),
        ([10, 50, 80, 90, 100], [1, 2, 3, 4, 5], True),
        ([0, 1, 1, 0, 1], [1, 4, 3, 5, 2], True),
        # A metric from 0 to 1 beside whole numbers.
        ([1, 2, 3, 3, 2], [0.007, 0.498, 0.21, 0.33, 0.12], True),
        ([0, 1, 3, 3, 2], [0.007, 0.498, 0.21, 0.33, 0.12], True),
        (list(range(1, 4)) * 20, [0.007, 0.498, 0.21] * 20, True),
        ([1, 2, 3] * 10, [1, 4, 5] * 10, True),
        # Few whole numbers, which have room on one scale of five points.
        ([3, 4, 3, 4], [2, 5, 3, 1], False),
        ([4, 5, 5, 4], [1, 2, 3, 1], False),
        ([7, 8, 8, 9], [5, 6, 5, 6], False),
        ([60, 70, 75, 65], [80, 95, 90, 100], False),
        ([60, 70, 75, 65] * 5, [80, 95, 90, 100] * 5, True),
        ([60, 70, 75, 65], [3, 5, 4, 5], True),
        ([1, 2, 3], [1, 4, 5], False),
        ([4, 5, 5], [3.5, 3.5, 4.5], False),
        ([1, 2, 3, 4, 5], [3.13, 3.4, 3.72, 3.9, 4.1], False),
        # One scale, of which one side uses a part.
        ([1, 2, 3, 4, 5], [4, 5, 5, 4, 4], False),
        ([1, 2, 3, 4, 4], [1, 5, 5, 5, 2], False),
        ([10, 50, 80, 90, 100], [80, 85, 85, 90, 80], False),
        ([1, 2, 3, 4, 5], [1, 1, 1, 1, 1], False),
        ([3, 3, 3, 3, 3], [2, 4, 3, 3, 5], False),
        ([], [1, 2], False),
    ],
)
def test_what_seems_to_be_two_scales(people, judge, two):
    assert differ(np.array(people, float), np.array(judge, float)) is two
