"""Tests of flags, which need a whole interval outside the usual range and state their evidence."""

import pytest

from quality.figures import Figure
from quality.flags import FLAGS, flags_of

TYPICAL = {
    name: {"median": median, "first": 0.0, "third": 1.0, "low": 0.0, "high": 1.0, "people": 9}
    for name, median in (
        ("agreement", 0.6),
        ("reliability", 0.8),
        ("entropy", 0.7),
        ("repeats", 0.05),
    )
}
HITS = {"time": Figure(60.0, 30, 50.0, 70.0)}


def found(figures: dict[str, Figure]) -> list[str]:
    return [each["rule"] for each in flags_of(HITS | figures, TYPICAL)]


@pytest.mark.parametrize(
    ("rule", "measure", "flagged", "not_flagged"),
    [
        (
            "checks",
            "gold",
            Figure(0.3, 6, 0.1, 0.7, {"part": 2}),
            Figure(0.5, 4, 0.1, 0.85, {"part": 2}),
        ),
        ("disagreement", "agreement", Figure(0.1, 30, -0.2, 0.29), Figure(0.1, 30, -0.2, 0.31)),
        ("own_answers", "reliability", Figure(0.1, 9, -0.2, 0.39), Figure(0.1, 9, -0.2, 0.41)),
        ("one_answer", "entropy", Figure(0.0, 30), Figure(0.3, 30, 0.2, 0.36)),
        (
            "straight_line",
            "repeats",
            Figure(0.3, 29, 0.17, 0.48, {"part": 9, "longest": 7}),
            Figure(0.3, 29, 0.17, 0.48, {"part": 9, "longest": 6}),
        ),
        (
            "too_fast",
            "fast",
            Figure(0.2, 30, 0.09, 0.37, {"part": 6, "seconds": 8.1}),
            Figure(0.07, 30, 0.02, 0.2, {"part": 2, "seconds": 8.1}),
        ),
        (
            "one_side",
            "first",
            Figure(0.9, 30, 0.74, 0.97, {"part": 27}),
            Figure(0.7, 30, 0.52, 0.83, {"part": 21}),
        ),
        ("severe", "severity", Figure(1.6, 90, 1.1, 2.1), Figure(1.3, 90, 0.9, 1.7)),
        (
            "hurried",
            "hurried",
            Figure(0.2, 30, 0.08, 0.37, {"part": 5, "total": 5}),
            Figure(0.1, 30, 0.04, 0.3, {"part": 4, "total": 4}),
        ),
        ("falling", "drift", Figure(-0.4, 20, -0.7, -0.1), Figure(-0.4, 20, -0.9, 0.1)),
    ],
)
def test_a_rule_finds_its_flag_and_no_other(rule, measure, flagged, not_flagged):
    assert found({measure: flagged}) == [rule]
    assert found({measure: not_flagged}) == []
    (stored,) = flags_of(HITS | {measure: flagged}, TYPICAL)
    assert FLAGS[rule].evidence(stored["numbers"]).endswith(".")


def test_under_twenty_hits_nobody_is_flagged():
    failed = {"gold": Figure(0.0, 9, 0.0, 0.3, {"part": 0})}
    assert flags_of({"time": Figure(60.0, 19)} | failed, TYPICAL) == []
    assert flags_of(failed, TYPICAL) == []
    assert [each["rule"] for each in flags_of({"time": Figure(60.0, 20)} | failed, TYPICAL)] == [
        "checks"
    ]


def test_every_flag_says_its_rule_in_a_sentence():
    for flag in FLAGS.values():
        assert (bool(str(flag.title)), str(flag.rule)[-1]) == (True, ".")
