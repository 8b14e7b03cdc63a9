"""Tests of the comparison of two judges on the units that both rated, by paired differences."""

import csv
import io

import numpy as np
import pytest
from scipy import stats

from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings, JudgePair, from_json
from analysis.report.page.judges import sides
from analysis.report.paper.contents import written
from analysis.report.paper.every_figure import as_csv
from tests.analysis.frames import frame_of, scored
from tests.analysis.test_comparison import grid

SETTINGS = ComparisonSettings(draws=200, seed=1)
SYSTEMS = 4
RHO = "spearman_pooled"


def two_judges(items: int = 20, *, missing: int = 0) -> dict[str, list]:
    """Return ratings by people, by judge j, who is close to them, and by a random judge k. The last
    `missing` values of k are None."""
    values = grid(items=items)
    noise = np.random.default_rng(9).integers(1, 6, len(values["j"])).tolist()
    values["k"] = [*noise[: len(noise) - missing], *[None] * missing]
    return values


def pairs_of(values, level: str | None = None) -> dict[str, JudgePair]:
    lines = scored(values, systems=SYSTEMS)
    frame = frame_of(*lines, levels={"c": level} if level else {})
    return {pair.statistic: pair for pair in compare(frame, SETTINGS).criteria[0].judge_pairs}


def without(values: dict[str, list], start: int, stop: int) -> dict[str, list]:
    return {
        name: [None if start <= place < stop else value for place, value in enumerate(given)]
        for name, given in values.items()
    }


def test_both_judges_are_taken_on_the_units_that_both_rated():
    values = two_judges(missing=24)
    pair = pairs_of(values)[RHO]
    aim = np.mean([values[name] for name in values if name not in "jk"], axis=0)[:56]
    expected = [stats.spearmanr(aim, values[name][:56])[0] for name in "jk"]
    figures = pair.of_first, pair.of_second
    assert [figure.value for figure in figures] == pytest.approx(expected)
    assert {figure.n for figure in (*figures, pair.difference)} == {56}
    assert pair.difference.value == pytest.approx(expected[0] - expected[1])
    whole = compare(frame_of(*scored(values, systems=SYSTEMS)), SETTINGS).criteria[0].judge("j")
    assert whole.figure(RHO).judge.n == 80
    assert whole.figure(RHO).judge.value != pytest.approx(expected[0])


def test_the_interval_of_the_difference_is_paired_by_item():
    """The expected interval is the jackknife in a loop that leaves out one item at a time."""
    values, items = two_judges(), 20
    difference = pairs_of(values)[RHO].difference
    left_out = []
    for item in range(items):
        rest = without(values, item * SYSTEMS, (item + 1) * SYSTEMS)
        people = [
            [value for value in rest[name] if value is not None]
            for name in rest
            if name not in "jk"
        ]
        aim = np.mean(people, axis=0)
        kept = [[value for value in rest[name] if value is not None] for name in "jk"]
        left_out.append(stats.spearmanr(aim, kept[0])[0] - stats.spearmanr(aim, kept[1])[0])
    spread = np.var(left_out) * (items - 1)
    reach = stats.t.ppf(0.975, items - 1) * np.sqrt(spread)
    ends = difference.value - reach, difference.value + reach
    assert (difference.low, difference.high) == pytest.approx(ends, rel=0.02)
    apart = pairs_of(values)[RHO]
    alone = [figure.high - figure.low for figure in (apart.of_first, apart.of_second)]
    assert difference.high - difference.low < sum(alone)


def test_a_judge_and_its_copy_do_not_differ():
    values = two_judges()
    values["k"] = values["j"]
    for pair in pairs_of(values).values():
        assert pair.difference.value == 0
        assert pair.p_value in {1, None}


def test_what_has_a_permutation_test_keeps_it():
    pairs = pairs_of(two_judges())
    assert list(pairs) == [RHO, "spearman_input", "spearman_system"]
    assert pairs["spearman_input"].p_value < 0.05
    assert (pairs[RHO].p_value, pairs["spearman_system"].difference.low) == (None, None)
    labels = pairs_of(two_judges(), level="nominal")
    assert list(labels) == ["kappa", "exact"]
    assert (labels["kappa"].p_value, labels["exact"].p_value < 0.05) == (None, True)
    assert labels["exact"].difference.low > 0


def test_exact_agreement_counts_ratings_where_people_are_unequally_many():
    values = two_judges()
    values["ann"] = [None if place % 3 else value for place, value in enumerate(values["ann"])]
    pair = pairs_of(values, level="nominal")["exact"]
    said = [
        (value, values["j"][place], values["k"][place])
        for name in values
        if name not in "jk"
        for place, value in enumerate(values[name])
        if value is not None
    ]
    first, second = (np.mean([row[0] == row[side] for row in said]) for side in (1, 2))
    assert (pair.of_first.value, pair.of_second.value) == pytest.approx((first, second))
    assert pair.of_first.n == len(said)


def test_two_judges_without_a_common_unit_give_the_reason():
    values = two_judges()
    values["j"][40:] = [None] * 40
    values["k"][:40] = [None] * 40
    for pair in pairs_of(values).values():
        assert (pair.difference.value, pair.p_value) == (None, None)
        assert pair.difference.reason.startswith("not estimable")


def test_the_files_have_both_judges_the_difference_and_what_was_not_seen():
    frame = frame_of(*scored(two_judges(), systems=SYSTEMS))
    unseen = {"k": ("references", "image?"), "gone": ("body",)}
    result = compare(frame, SETTINGS, unseen=unseen)
    assert from_json(result.to_json()) == result
    assert result.unseen == {"k": ("references", "image?")}
    (side,) = sides(result)
    said = "did not see references and may not have seen image"
    assert side.judges == [("j", ""), ("k", said)]
    pair = side.rows[0][2]
    told = [
        row for row in csv.DictReader(io.StringIO(as_csv(result))) if row["rater"] == "j minus k"
    ]
    assert len(told) == 3 + 2
    assert float(told[0]["value"]) == pytest.approx(pair.difference.value, rel=1e-5)
    assert float(told[0]["low_95"]) == pytest.approx(pair.difference.low, rel=1e-5)
    table = written(result, "judges-side-by-side.md")[1]
    assert f"j (saw what people saw) and k ({said})" in table
    assert written(result, "judges-side-by-side.tex")[1].count(r"\midrule") == 1
