"""Tests of annotator measures against slow, plain implementations and public libraries."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.rater_effects import rater_effects
from analysis.statistics.sparse import Ratings
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
    """Return Tukey's jackknife t interval of a statistic, computed on the scale of `forth`."""
    left_out = np.array([forth(without(hit)) for hit in hits])
    size = len(hits)
    error = np.sqrt((size - 1) / size * ((left_out - left_out.mean()) ** 2).sum())
    reach = stats.t.ppf(0.975, size - 1) * error
    centre = forth(without(None))
    return tuple(sorted((back(centre - reach), back(centre + reach))))


def test_agreement_of_two_is_cohens_weighted_kappa():
    from sklearn.metrics import cohen_kappa_score

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
    """Return weighted kappa in plain loops. Squared differences to all other raters are averaged
    by unit, and chance is computed from all pairs of units."""
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


def test_the_share_far_too_fast_is_below_the_others_log_times():
    chance = np.random.default_rng(8)
    lines = [(person, f"h{hit:02}", "c", 1.0) for person in ("p0", "p1") for hit in range(40)]
    seconds = {line[:2]: float(chance.lognormal(4, 0.4)) for line in lines}
    seconds |= {("p0", f"h{hit:02}"): 2.0 for hit in range(4)}
    others = np.log([seconds["p1", f"h{hit:02}"] for hit in range(40)])
    bound = np.exp(others.mean() - 3 * others.std(ddof=1))
    fast = figure("fast", evidence(lines, seconds=seconds), "p0")
    assert (fast.value, fast.n, fast.more["part"]) == (0.1, 40, 4)
    assert fast.more["seconds"] == pytest.approx(bound, abs=0.01)


def test_repeats_are_counted_with_the_longest_row_of_them():
    values = [1.0, 1.0, 2.0, 2.0, 2.0, 1.0]
    lines = [("p0", f"h{hit}", "c", value) for hit, value in enumerate(values)]
    repeated = figure("repeats", evidence(lines), "p0")
    assert (repeated.value, repeated.n, repeated.more["longest"]) == (0.6, 5, 3)
    one = figure("repeats", evidence(lines[:1]), "p0")
    assert (one.value, one.n, one.more["longest"]) == (None, 0, 1)


def test_variety_is_scipys_entropy_with_a_plain_jackknife():
    lines = crowd(2, 30, criteria=("c",))
    made = evidence(lines)
    values = own(lines, "p0", "c")
    different = len({value for *_names, value in lines})

    def without(left_out: str | None) -> float:
        counts = np.unique([value for hit, value in values if hit != left_out], return_counts=True)[
            1
        ]
        return stats.entropy(counts) / np.log(different)

    low, high = plain_jackknife(without, [hit for hit, _value in values], float, float)
    variety = figure("entropy", made, "p0")
    assert variety.value == pytest.approx(without(None))
    assert (variety.low, variety.high) == pytest.approx((low, min(1.0, high)))
    same = [
        (person, hit, "c", 3.0 if person == "p0" else value) for person, hit, _c, value in lines
    ]
    assert figure("entropy", evidence(same), "p0").value == 0


def test_first_position_follows_where_output_a_stood():
    # Verdict and place of a: for the first where they are alike; ties say nothing.
    shown = [(1.0, 1), (1.0, 2), (2.0, 2), (2.0, 1), (0.0, 1), (1.0, 1)]
    lines = [("p0", f"h{hit}", "preference", value) for hit, (value, _place) in enumerate(shown)]
    positions = {("p0", f"h{hit}"): place for hit, (_value, place) in enumerate(shown)}
    made = evidence(lines, levels={"preference": "nominal"}, positions=positions)
    first = figure("first", made, "p0")
    assert (first.more["part"], first.n) == (3, 5)


def test_drift_is_welchs_difference_between_thirds():
    lines = crowd(3, 12)
    values = [value for *_names, value in lines]
    chance = np.mean(
        [
            (values[one] - values[other]) ** 2
            for one in range(len(values))
            for other in range(len(values))
            if one != other
        ]
    )
    score = [
        1 - np.mean([(value - other) ** 2 for other in others_of(lines, "p1", hit, "c")]) / chance
        for hit, value in own(lines, "p1", "c")
    ]
    drift = figure("drift", evidence(lines), "p1")
    test = stats.ttest_ind(score[-4:], score[:4], equal_var=False).confidence_interval()
    assert drift.value == pytest.approx(np.mean(score[-4:]) - np.mean(score[:4]))
    assert (drift.low, drift.high, drift.n) == (
        pytest.approx(test.low),
        pytest.approx(test.high),
        8,
    )


def test_pace_is_a_factor_of_geometric_means():
    lines = [("p0", f"h{hit:02}", "c", 1.0) for hit in range(9)]
    seconds = {line[:2]: float(100 * 0.9**place) for place, line in enumerate(lines)}
    pace = figure("pace", evidence(lines, seconds=seconds), "p0")
    assert (pace.value, pace.n) == (pytest.approx(0.9**6), 6)
    assert pace.low < pace.value < pace.high < 1
    short = evidence(lines[:5], seconds=seconds)
    assert figure("pace", short, "p0").value is None


def test_severity_is_the_effect_in_standard_deviations_over_all_criteria():
    lines = [
        (person, hit, criterion, value + (2.0 if person == "p0" else 0.0))
        for person, hit, criterion, value in crowd(4, 25, criteria=("c", "d"))
    ]
    known, names = evidence(lines)
    units = {pair: place for place, pair in enumerate(dict.fromkeys(line[1:3] for line in lines))}
    values = {
        criterion: np.array([line[3] for line in lines if line[2] == criterion])
        for criterion in ("c", "d")
    }
    plain = rater_effects(
        Ratings(
            np.array([units[line[1:3]] for line in lines]),
            np.array([names.index(line[0]) for line in lines]),
            np.array(
                [(line[3] - values[line[2]].mean()) / values[line[2]].std() for line in lines]
            ),
            np.arange(len(units)),
            np.arange(4),
        )
    )
    severe = measures()["severity"].figures(known)
    for place in range(4):
        reach = 1.959964 * plain.error[place]
        assert severe[place].value == pytest.approx(plain.severity[place])
        assert severe[place].low == pytest.approx(plain.severity[place] - reach)
        assert severe[place].n == 50
    assert severe[0].low > 0, "of four people the mean itself is uncertain"


def test_spread_is_a_ratio_of_standard_deviations():
    lines = crowd(3, 20)
    near = [
        (person, hit, criterion, 3 + (value - 3) / 2 if person == "p2" else value)
        for person, hit, criterion, value in lines
    ]

    def without(left_out: str | None) -> float:
        rows = [(hit, value) for hit, value in own(near, "p2", "c") if hit != left_out]
        others = [other for hit, _value in rows for other in others_of(near, "p2", hit, "c")]
        return np.log(np.std([value for _hit, value in rows]) / np.std(others))

    spread = figure("spread", evidence(near), "p2")
    low, high = plain_jackknife(without, [hit for hit, _v in own(near, "p2", "c")], float, np.exp)
    assert spread.value == pytest.approx(np.exp(without(None)))
    assert (spread.low, spread.high) == pytest.approx((low, high))


def plain_dawid_skene(labels: list[dict[int, int]], number: int, rounds: int) -> np.ndarray:
    """Return Dawid and Skene's posteriors by plain EM loops, starting from vote shares."""
    raters = sorted({rater for unit in labels for rater in unit})
    posterior = [
        [sum(said == label for said in unit.values()) / len(unit) for label in range(number)]
        for unit in labels
    ]
    for _round in range(rounds):
        prior = [np.mean([row[label] for row in posterior]) for label in range(number)]
        matrix = {
            (rater, true, said): sum(
                row[true]
                for unit, row in zip(labels, posterior, strict=True)
                if unit.get(rater) == said
            )
            for rater in raters
            for true in range(number)
            for said in range(number)
        }
        for place, unit in enumerate(labels):
            chances = []
            for true in range(number):
                chance = prior[true]
                for rater, said in unit.items():
                    row = sum(matrix[rater, true, label] for label in range(number))
                    chance *= matrix[rater, true, said] / row if row else 1 / number
                chances.append(chance)
            posterior[place] = [chance / sum(chances) for chance in chances]
    return np.array(posterior)


def test_labels_are_right_as_often_as_plain_dawid_skene_says():
    chance = np.random.default_rng(4)
    truth = chance.integers(0, 3, 40)
    noise = {0: 0.1, 1: 0.2, 2: 0.2, 3: 0.7}
    said = [
        {
            rater: int(chance.integers(0, 3)) if chance.random() < noise[rater] else int(label)
            for rater in noise
        }
        for label in truth
    ]
    lines = [
        (f"p{rater}", f"h{unit:02}", "label", float(label))
        for unit, row in enumerate(said)
        for rater, label in row.items()
    ]
    posterior = plain_dawid_skene(said, 3, 400)
    made = evidence(lines, levels={"label": "nominal"})
    for rater in noise:
        expected = np.mean([posterior[unit, row[rater]] for unit, row in enumerate(said)])
        right = figure("labels", made, f"p{rater}")
        assert (right.value, right.n) == (pytest.approx(expected, abs=1e-5), 40)
        assert right.low < right.value < right.high
    assert figure("labels", made, "p3").value < figure("labels", made, "p0").value - 0.3


@pytest.mark.parametrize(("measure", "key"), [("pasting", "pastes"), ("away", "times_away")])
def test_what_was_noted_while_writing_is_a_share_of_the_hits_with_text(measure, key):
    lines = [(person, f"h{hit}", "c", 1.0) for person in ("p0", "p1") for hit in range(4)]
    known, names = evidence(lines)
    nothing = np.nan
    counts = np.array([0, 3, 1, nothing, nothing, nothing, nothing, nothing])
    noted = replace(known, works=replace(known.works, counts={key: counts}))
    noticed = figure(measure, (noted, names), "p0")
    assert (noticed.more, noticed.n) == ({"part": 2, "total": 4}, 3)
    assert figure(measure, (noted, names), "p1").value is None
    assert measures()[measure].figures(known) == {}
