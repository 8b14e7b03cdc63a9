"""Tests of recipes against SciPy and the krippendorff library, on flat lists of ratings."""

import krippendorff
import numpy as np
import pytest
from scipy import stats

from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings, from_json
from analysis.report.paper.contents import every_table
from analysis.report.paper.every_figure import as_csv
from analysis.report.paper.judges import recipe_lines
from tests.analysis.frames import frame_of, scored

CHANCE = np.random.default_rng(2)
TRUTH = CHANCE.integers(1, 6, 40)
VALUES = {name: np.clip(TRUTH + CHANCE.integers(-1, 2, 40), 1, 5) for name in ("ann", "ben", "j")}
OTHERS = {name: np.clip(TRUTH + CHANCE.integers(-2, 3, 40), 1, 5) for name in ("ann", "ben", "j")}
SETTINGS = {"draws": 20, "recipes": ("single-ratings", "pooled-alpha")}


@pytest.fixture(scope="module")
def result():
    people = VALUES | {"cat": [*TRUTH[:10], *[None] * 30]}
    lines = scored(people, systems=2) + scored(OTHERS, systems=2, criterion="d")
    lines += scored({"ann": ["x", "y"] * 5, "ben": ["x"] * 10}, criterion="label")
    return compare(frame_of(*lines), ComparisonSettings(tau="c", **SETTINGS))


def test_single_ratings_are_points(result):
    human = np.concatenate([VALUES["ann"], VALUES["ben"], TRUTH[:10]])
    judge = np.concatenate([VALUES["j"], VALUES["j"], VALUES["j"][:10]])
    figures = [one for one in result.recipes if one.criteria == ("c",)]
    assert [one.estimate.value for one in figures] == pytest.approx(
        [
            stats.pearsonr(human, judge).statistic,
            stats.spearmanr(human, judge).statistic,
            stats.kendalltau(human, judge, variant="c").statistic,
        ]
    )
    for figure in figures:
        assert (figure.judge, figure.estimate.n) == ("j", 90)
        assert -1 <= figure.estimate.low < figure.estimate.value < figure.estimate.high <= 1


def test_one_alpha_over_the_units_of_all_criteria(result):
    none = [np.nan] * 30
    table = [
        [*VALUES["ann"], *OTHERS["ann"]],
        [*VALUES["ben"], *OTHERS["ben"]],
        [*TRUTH[:10], *none, *[np.nan] * 40],
    ]
    figures = {one.criteria: one for one in result.recipes if one.recipe == "pooled-alpha"}
    pooled = figures["c", "d"]
    assert pooled.estimate.value == pytest.approx(
        krippendorff.alpha(np.array(table, float), level_of_measurement="ordinal")
    )
    assert (pooled.estimate.n, pooled.judge) == (80, "")
    assert pooled.estimate.low < pooled.estimate.value < pooled.estimate.high
    assert list(figures) == [("c", "d"), ("label",)]


def test_recipes_are_in_every_form(result):
    assert from_json(result.to_json()) == result
    lines = recipe_lines(result)
    assert len(lines) == len(result.recipes) == 8
    assert lines[2].startswith("c, j: Kendall's tau-c, over single human ratings: 0.")
    assert f"- {lines[-2]}" in every_table(result, "md")
    assert 'c + d,,people,"Krippendorff\'s alpha (ordinal), over the units of all criteria"' in (
        as_csv(result)
    )


def test_without_overlap_or_a_second_rating_there_is_a_reason():
    frame = frame_of("i,s,c,ann,human,1", "o,s,c,j,judge,2")
    figures = compare(frame, ComparisonSettings(**SETTINGS)).recipes
    assert {one.estimate.reason for one in figures} == {
        "not estimable: no unit has both a person's and the judge's rating",
        "not estimable: one rating per unit",
    }
