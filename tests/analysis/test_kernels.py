"""The quick forms that a comparison needs equal plain ones, draw by draw."""

import krippendorff
import numpy as np
import pytest

from analysis.comparison.resampling import Draws
from analysis.statistics.alpha import alpha_of_sums, alpha_terms
from analysis.statistics.bradley_terry import bradley_terry, resampled_strengths
from analysis.statistics.comparing_judges import compare_correlations
from analysis.statistics.pairwise_accuracy import resampled_pairwise_accuracy
from analysis.statistics.resamples import Resamples


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_alpha_of_every_draw_is_the_krippendorff_packages(level):
    """A unit that is drawn twice is two units."""
    chance = np.random.default_rng(1)
    unit = np.sort(chance.integers(0, 40, 110))
    values = chance.choice([1.0, 2, 4, 7], 110)
    terms = alpha_terms(unit, values, 40)
    weights = chance.multinomial(40, np.ones(40) / 40, size=25)
    expected = [
        krippendorff.alpha(
            reliability_data=ratings_table(unit, values, drawn), level_of_measurement=level
        )
        for drawn in weights
    ]
    assert alpha_of_sums(weights @ terms.columns.toarray(), terms, level=level) == pytest.approx(
        expected
    )


def ratings_table(unit, values, drawn):
    """A column for each time that a unit is drawn: its ratings, then NaN."""
    columns = [values[unit == number] for number in np.repeat(np.arange(len(drawn)), drawn)]
    table = np.full((max(map(len, columns)), len(columns)), np.nan)
    for place, ratings in enumerate(columns):
        table[: len(ratings), place] = ratings
    return table


def test_alpha_of_one_value_is_undefined():
    terms = alpha_terms(np.array([0, 0, 1, 1]), np.ones(4), 2)
    assert np.isnan(
        alpha_of_sums(np.ones((1, 2)) @ terms.columns.toarray(), terms, level="ordinal")
    ).all()


def test_pairwise_accuracy_of_resamples():
    chance = np.random.default_rng(2)
    human, judge = chance.integers(1, 4, (2, 8, 5)).astype(float)
    human[1, 2] = judge[3, 4] = np.nan
    there = ~np.isnan(human + judge)
    # A system drawn twice makes its pairs count twice; an item drawn twice counts twice.
    twice = Resamples(np.array([[2.0, 1, 0, 0, 0, 0, 0, 0]]), np.array([[2.0, 1, 1, 0, 0]]))
    rows = []
    for item in (0, 0, 1):
        weighted = [
            (a, b, w)
            for a, b, w in ((0, 1, 2), (0, 2, 2), (1, 2, 1))
            if there[item, a] and there[item, b]
        ]
        right = [
            np.sign(human[item, a] - human[item, b]) == np.sign(judge[item, a] - judge[item, b])
            for a, b, _ in weighted
        ]
        rows.append(np.average(right, weights=[w for *_, w in weighted]))
    assert resampled_pairwise_accuracy(human, judge, twice) == pytest.approx([np.mean(rows)])


def test_strengths_of_resamples_are_the_single_fits():
    chance = np.random.default_rng(3)
    wins = chance.integers(0, 6, (12, 4, 4)) * (1 - np.eye(4))
    wins[0, 0] = 0
    wins[1] = np.triu(wins[1])
    found = resampled_strengths(wins)
    assert np.isnan(found[:2]).all()
    for one, strengths in zip(wins[2:], found[2:], strict=True):
        assert strengths == pytest.approx(bradley_terry(one).strengths, abs=1e-7)


def test_sums_by_item_and_by_part_are_the_plain_sums(monkeypatch):
    draws = Draws.make(9, 4, draws=20, seed=1)
    chance = np.random.default_rng(4)
    cell, features = chance.integers(0, 36, 50), chance.normal(size=(50, 3))
    expected = draws.unit_weights(cell) @ features
    assert draws.sums(cell, features) == pytest.approx(expected)
    whole = draws.by_parts(cell, lambda weights: weights @ features[:, 0])
    monkeypatch.setattr("analysis.comparison.resampling.KEPT", 100)
    assert draws.sums(cell, features) == pytest.approx(expected)
    assert draws.by_parts(cell, lambda weights: weights @ features[:, 0]) == pytest.approx(whole)


def test_swaps_that_are_looked_up_are_the_swaps_made(monkeypatch):
    chance = np.random.default_rng(5)
    human, first, second = chance.integers(1, 5, (3, 20, 4)).astype(float)
    second[3] = first[4] = 2
    human[5, 1] = np.nan
    options = {"coefficient": "spearman", "level": "input", "draws": 200, "seed": 1}
    quick = compare_correlations(human, first, second, **options)
    monkeypatch.setattr("analysis.statistics.comparing_judges._few_swaps", lambda *_: False)
    assert compare_correlations(human, first, second, **options) == quick


@pytest.mark.parametrize(
    ("items", "systems", "resampled"), [(4, 5, ""), (5, 2, "items"), (5, 3, "items and systems")]
)
def test_what_is_resampled(items, systems, resampled):
    draws = Draws.make(items, systems, draws=7, seed=1)
    assert draws.resampled == resampled
    assert (draws.why_not == "") == (resampled == "items and systems")
    assert len(draws.items) == len(draws.systems) == (8 if resampled else 1)
    assert Draws.make(9, 9, draws=7, seed=1, pairs=True).resampled == "items"
