"""Tests of comparisons corrected by a judge: means, differences, shares and win rates. The bundle's
script must agree, and some data allow no correction."""

import csv
import io

import numpy as np
import pytest

from analysis.comparison.batches import compare_batches
from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings, from_json
from analysis.comparison.systems.calibration import calibration_csv
from analysis.report import recompute
from analysis.report.illustrating import main_table
from analysis.report.paper.every_figure import as_csv
from tests.analysis.frames import HEAD, frame_of, pairs, scored

QUICK = ComparisonSettings(draws=40, seed=3)
ITEMS, RATED = 60, 20


def studied(*, judged: int = ITEMS, noise: float = 0.3) -> list[str]:
    """Return lines for two systems. People rate the first items and a judge the first `judged`. The
    second system is better by 1."""
    chance = np.random.default_rng(8)
    truth = chance.normal(3, 1, (ITEMS, 2)) + np.arange(2)
    judge = truth + chance.normal(0, noise, truth.shape)
    people = [round(float(value), 3) for value in truth[:RATED].ravel()]
    scores = [round(float(value), 3) for value in judge[:judged].ravel()]
    return scored({"ann": people, "j": scores}, systems=2)


def corrected_of(frame, **options):
    return compare(frame, QUICK, **options).criteria[0].corrected


def width(estimate) -> float:
    return estimate.high - estimate.low


def recomputed(lines, comparison, head=HEAD) -> int:
    """Check that the bundle's script recomputes all corrected results. Return their number."""
    blank = dict.fromkeys((*recompute.COLUMNS, "system_b"), "")
    rows = [
        {**blank, "hit": f"{row['item']}/{row['system']}", **row}
        for row in csv.DictReader([head, *lines])
    ]
    ratings, count = recompute.ratings_of(rows), 0
    for row in main_table(comparison):
        if row["statistic"].startswith(("alone_", "corrected_")):
            value, n = recompute.recomputed(row, (ratings, {}, {}))
            assert recompute.same(row["value"], value), row
            assert row["n"] == n
            count += 1
    return count


def test_means_and_differences_are_narrower_than_by_people_alone():
    lines = studied()
    comparison = compare(frame_of(*lines), QUICK)
    criterion = comparison.criteria[0]
    figures = {figure.name: figure for figure in criterion.corrected["j"].figures}
    assert list(figures) == ["s0", "s1", "s0 minus s1"]
    for figure in figures.values():
        assert (figure.corrected.n, figure.judged) == (RATED, ITEMS)
        assert width(figure.corrected) < 0.8 * width(figure.alone)
        assert figure.needed > 1.5 * RATED
        assert 0.8 < figure.power <= 1
    for system in criterion.by_system:
        assert figures[system.system].alone.value == pytest.approx(system.people.value)
    assert figures["s0 minus s1"].corrected.high < 0
    assert recomputed(lines, comparison) == 3 * 6
    assert from_json(comparison.to_json()) == comparison
    printed = [line for line in csv.reader(io.StringIO(as_csv(comparison))) if "PPI++" in line[4]]
    assert [line[3] for line in printed] == list(figures)


def test_a_judge_need_not_rate_in_the_hits_that_people_did():
    lines, head = studied(), f"{HEAD},hit"
    apart = [f"{line},{line.split(',')[3]} {line[:4].replace(',', ' ')}" for line in lines]
    comparison = compare(frame_of(*apart, head=head), QUICK)
    assert comparison.criteria[0].corrected == corrected_of(frame_of(*lines))
    assert recomputed(apart, comparison, head) == 3 * 6


def test_the_calibration_file_gives_the_same_means():
    lines = studied()
    frame = frame_of(*lines)
    comparison = compare(frame, QUICK)
    rows = list(csv.DictReader(io.StringIO(calibration_csv(comparison, frame))))
    assert len(rows) == 2 * ITEMS
    assert {row["propensity"] for row in rows} == {str(RATED / ITEMS)}
    for figure in comparison.criteria[0].corrected["j"].figures[:2]:
        mine = [row for row in rows if row["system"] == figure.first]
        labels = [row for row in mine if row["label"]]
        alone = np.mean([float(row["label"]) for row in labels])
        gap = np.mean([float(row["judge_score"]) for row in mine]) - np.mean(
            [float(row["judge_score"]) for row in labels]
        )
        assert alone + figure.power * gap == pytest.approx(figure.corrected.value)
    whole = frame_of(*studied(judged=RATED))
    assert calibration_csv(compare(whole, QUICK), whole) == ""


def test_an_item_of_which_people_rated_one_output_has_no_difference():
    lines = [line for line in studied() if not line.startswith("i3,s0,c,ann")]
    rated = [figure.corrected.n for figure in corrected_of(frame_of(*lines))["j"].figures]
    assert rated == [RATED - 1, RATED, RATED - 1]


def test_a_judge_that_rated_no_more_than_people_or_missed_theirs_corrects_nothing():
    assert corrected_of(frame_of(*studied(judged=RATED))) == {}
    for missed, figures in ((4, 3), (8, 0)):
        lines = [
            line
            for line in studied()
            if ",j," not in line or int(line[1 : line.index(",")]) >= missed // 2
        ]
        corrected = corrected_of(frame_of(*lines))["j"]
        assert len(corrected.figures) == figures
    assert corrected.reason == "not corrected: the judge rated 80% of the outputs that people rated"


def test_few_rated_items_have_no_interval():
    lines = [
        line for line in studied() if ",ann," not in line or int(line[1 : line.index(",")]) < 9
    ]
    figure = corrected_of(frame_of(*lines))["j"].figures[0]
    assert (figure.corrected.n, figure.corrected.low, figure.needed) == (9, None, None)


def test_batches_count_by_their_sampling_shares():
    """People rated all of a pilot. It counts as its tenth of the items, not as its half of the
    rated items."""
    lines = {"pilot": [], "main": []}
    for item in range(110):
        batch, value = ("pilot", 1) if item < 10 else ("main", 4)
        value += item % 2 / 10
        lines[batch].append(f"i{item},s0,c,j,judge,3")
        if item < 20:
            lines[batch].append(f"i{item},s0,c,ann,human,{value}")
    frames = {name: frame_of(*some) for name, some in lines.items()}
    comparison = compare_batches(frames, QUICK)
    figure = comparison.criteria[0].corrected["j"].figures[0]
    assert figure.corrected.value == pytest.approx((10 * 1.05 + 100 * 4.05) / 110)
    assert comparison.criteria[0].by_system[0].people.value == pytest.approx(2.55)
    unrated = {**frames, "rest": frame_of("i200,s0,c,j,judge,3", "i201,s0,c,j,judge,3.5")}
    figure = compare_batches(unrated, QUICK).criteria[0].corrected["j"].figures[0]
    assert figure.corrected.value is None
    assert figure.corrected.reason == (
        "not estimable: people rated fewer than two items of a batch"
    )


def labelled() -> list[str]:
    chance, lines = np.random.default_rng(5), []
    for item in range(ITEMS):
        label = int(chance.random() < 0.4)
        said = label if chance.random() < 0.95 else 1 - label
        other = int(chance.random() < 0.7)
        lines += [f"i{item},s0,c,j,judge,{said}", f"i{item},s1,c,j,judge,{other}"]
        if item < RATED:
            for person in ("ann", "ben"):
                lines.append(f"i{item},s0,c,{person},human,{label}")
                lines.append(f"i{item},s1,c,{person},human,{other}")
    return lines


def test_shares_of_labels():
    lines = labelled()
    comparison = compare(frame_of(*lines, levels={"c": "nominal"}), QUICK)
    figures = comparison.criteria[0].corrected["j"].figures
    of_each = ["s0", "s1", "s0 minus s1"]
    assert [figure.name for figure in figures] == [
        f"{name}: {label}" for label in (0, 1) for name in of_each
    ]
    value = {figure.name: figure.corrected.value for figure in figures}
    assert value["s0: 0"] + value["s0: 1"] == pytest.approx(1)
    assert value["s0 minus s1: 1"] == pytest.approx(value["s0: 1"] - value["s1: 1"], abs=0.03)
    assert value["s0 minus s1: 0"] == pytest.approx(-value["s0 minus s1: 1"])
    assert all(width(figure.corrected) < width(figure.alone) for figure in figures)
    assert all(
        0 <= figure.corrected.low < figure.corrected.high <= 1
        for figure in figures
        if not figure.second
    )
    assert recomputed(lines, comparison) == 6 * 6
    exported = calibration_csv(comparison, frame_of(*lines, levels={"c": "nominal"}))
    rows = list(csv.DictReader(io.StringIO(exported)))
    assert {row["option"] for row in rows} == {"0", "1"}
    assert {row["label"] for row in rows} == {"", "0.0", "1.0"}


def test_win_rates_and_head_to_head():
    chance, lines = np.random.default_rng(6), []
    for item in range(ITEMS):
        for a, b in (("s0", "s1"), ("s0", "s2"), ("s1", "s2")):
            verdict = "b" if chance.random() < 0.7 else "a"
            said = verdict if chance.random() < 0.9 else "tie"
            lines.append(f"i{item},{a},{b},c,j,judge,,{said}")
            if item < RATED:
                lines.append(f"i{item},{a},{b},c,ann,human,,{verdict}")
    figures = {figure.name: figure for figure in corrected_of(pairs(*lines))["j"].figures}
    assert list(figures) == ["s0", "s1", "s2", "s0 minus s1", "s0 minus s2", "s1 minus s2"]
    assert all(width(figure.corrected) < width(figure.alone) for figure in figures.values())
    rates = [figures[name].corrected.value for name in ("s0", "s1", "s2")]
    assert rates == sorted(rates)
    assert sum(figures[name].alone.value for name in ("s0", "s1", "s2")) == pytest.approx(1.5)
    ahead = figures["s0 minus s2"]
    assert -1 <= ahead.corrected.value < 0
