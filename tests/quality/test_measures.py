"""Measures of annotators against slow plain forms and public libraries."""

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from quality.evidence.arrays import Evidence
from quality.measures import measures
from tests.quality.evidence import crowd, evidence


def figure(name: str, made: tuple[Evidence, list[str]], person: str):
    known, names = made
    return measures()[name].figures(known)[names.index(person)]


def others_of(lines, person: str, hit: str, criterion: str) -> list[float]:
    return [
        value
        for who, where, what, value in lines
        if who != person and where == hit and what == criterion
    ]


def own(lines, person: str, criterion: str) -> list[tuple[str, float]]:
    return [(hit, value) for who, hit, what, value in lines if (who, what) == (person, criterion)]


def plain_jackknife(without, hits, forth, back) -> tuple[float, float]:
    """Tukey's t interval of a figure on a scale."""
    left_out = np.array([forth(without(hit)) for hit in hits])
    size = len(hits)
    error = np.sqrt((size - 1) / size * ((left_out - left_out.mean()) ** 2).sum())
    reach = stats.t.ppf(0.975, size - 1) * error
    centre = forth(without(None))
    return tuple(sorted((back(centre - reach), back(centre + reach))))


def test_agreement_of_two_is_cohens_weighted_kappa():
    lines = crowd(2, 40)
    first, second = ([value for _hit, value in own(lines, name, "c")] for name in ("p0", "p1"))
    expected = cohen_kappa_score(first, second, weights="quadratic")
    agreed = figure("agreement", evidence(lines), "p0")
    assert (agreed.value, agreed.n) == (pytest.approx(expected), 40)
    labels = cohen_kappa_score(first, second)
    assert figure("agreement", evidence(lines, levels={"c": "nominal"}), "p1").value == (
        pytest.approx(labels)
    )


def plain_kappa(lines, person: str, criterion: str, without: str | None) -> float:
    """Squared distances to each of the others, a unit once; chance from all pairs."""
    rows = [
        (value, others_of(lines, person, hit, criterion))
        for hit, value in own(lines, person, criterion)
        if hit != without
    ]
    apart = np.mean([np.mean([(value - other) ** 2 for other in rest]) for value, rest in rows])
    chance = np.mean(
        [
            np.mean([(value - other) ** 2 for other in rest])
            for value, _own in rows
            for _value, rest in rows
        ]
    )
    return 1 - apart / chance


def test_agreement_with_many_and_its_interval_are_those_of_a_plain_loop():
    lines = [line for number, line in enumerate(crowd(4, 12, criteria=("c", "d"))) if number % 7]
    agreed = figure("agreement", evidence(lines), "p2")

    def without(hit: str | None) -> float:
        return np.mean([plain_kappa(lines, "p2", criterion, hit) for criterion in ("c", "d")])

    hits = sorted({hit for who, hit, *_rest in lines if who == "p2"})
    interval = plain_jackknife(
        without, hits, lambda value: -np.log(1 - value), lambda value: 1 - np.exp(-value)
    )
    assert agreed.value == pytest.approx(without(None))
    assert (agreed.low, agreed.high) == pytest.approx(interval)


def test_correlation_is_numpys_with_the_mean_of_the_others():
    lines = crowd(3, 15)
    correlated = figure("correlation", evidence(lines), "p1")

    def without(left_out: str | None) -> float:
        rows = [(hit, value) for hit, value in own(lines, "p1", "c") if hit != left_out]
        means = [np.mean(others_of(lines, "p1", hit, "c")) for hit, _value in rows]
        return np.corrcoef([value for _hit, value in rows], means)[0, 1]

    interval = plain_jackknife(
        without, [hit for hit, _value in own(lines, "p1", "c")], np.arctanh, np.tanh
    )
    assert correlated.value == pytest.approx(without(None))
    assert (correlated.low, correlated.high) == pytest.approx(interval)


def test_who_always_says_the_same_agrees_as_chance_does():
    lines = [
        (person, hit, criterion, 3.0 if person == "p0" else value)
        for person, hit, criterion, value in crowd(3, 20)
    ]
    made = evidence(lines)
    assert figure("agreement", made, "p0").value == pytest.approx(0)
    assert figure("correlation", made, "p0").value is None


def test_nobody_is_held_against_answers_that_are_left_out():
    lines = crowd(3, 20)
    excluded = [("p2", hit) for hit, _value in own(lines, "p2", "c")]
    without_them = [line for line in lines if line[0] != "p2"]
    made = evidence(lines, excluded=excluded)
    assert figure("agreement", made, "p0").value == pytest.approx(
        figure("agreement", evidence(without_them), "p0").value
    )
    assert figure("agreement", made, "p2").n == 20


def test_alone_there_is_no_agreement():
    alone = figure("agreement", evidence(crowd(1, 5)), "p0")
    assert (alone.value, alone.n, alone.low) == (None, 0, None)


def test_the_median_lies_between_its_order_statistics():
    numbers = np.random.default_rng(3).lognormal(4, 0.5, 25)
    lines = [("p0", f"h{place}", "c", 1.0) for place in range(25)]
    seconds = {("p0", f"h{place}"): number for place, number in enumerate(numbers)}
    taken = figure("time", evidence(lines, seconds=seconds), "p0")
    ordered = sorted(numbers)
    # Conover's table for n = 25: the 8th from either end.
    assert (taken.value, taken.low, taken.high) == (ordered[12], ordered[7], ordered[17])
    assert (taken.n, len(taken.more["middle"])) == (25, 2)


def test_gold_and_retests_are_shares():
    retests = [("p0", 1, "c", 2.0, 2.0), ("p0", 2, "c", 5.0, 4.0), ("p1", 3, "c", 1.0, 1.0)]
    made = evidence(crowd(2, 8), gold={"p0": (3, 4)}, retests=retests)
    passed, again = figure("gold", made, "p0"), figure("retest", made, "p0")
    assert (passed.value, passed.n, passed.more) == (0.75, 4, {"part": 3})
    assert (again.value, again.n) == (0.5, 2)
    assert figure("gold", made, "p1").value is None


def test_retests_lie_as_near_as_a_plain_loop_says():
    lines = crowd(3, 10)
    values = [value for *_names, value in lines]
    chance = np.mean(
        [
            (first - second) ** 2
            for place, first in enumerate(values)
            for other, second in enumerate(values)
            if place != other
        ]
    )
    retests = [("p0", number, "c", float(number % 5 + 1), 3.0) for number in range(6)]
    scores = np.array([1 - (before - 3.0) ** 2 / chance for *_names, before, _again in retests])
    near = figure("reliability", evidence(lines, retests=retests), "p0")
    low, high = plain_jackknife(
        lambda left: np.mean([score for place, score in enumerate(scores) if place != left]),
        range(6),
        lambda value: -np.log(1 - value),
        lambda value: 1 - np.exp(-value),
    )
    assert (near.value, near.low, near.high) == pytest.approx((scores.mean(), low, high))
    assert near.n == 6
