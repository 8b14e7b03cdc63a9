"""Tests that the fast kernels of a comparison equal plain computations for every draw."""

import choix
import krippendorff
import numpy as np
import pytest

from analysis.comparison.replicates import ITEMS_ONLY, NO_INTERVAL, OF_PAIRS, Replicates
from analysis.statistics.agreement.alpha import (
    alpha_of_sums,
    alpha_terms,
    interval_alpha,
    interval_terms,
    masi,
)
from analysis.statistics.closeness.comparing_judges import compare_correlations
from analysis.statistics.closeness.pairwise_accuracy import resampled_pairwise_accuracy
from analysis.statistics.preferences.bradley_terry import resampled_strengths
from analysis.statistics.results import Resamples


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_alpha_of_every_draw_is_the_krippendorff_packages(level):
    """A unit that is drawn twice in a bootstrap sample counts as two units."""
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
    if level == "interval":
        assert interval_alpha(weights @ interval_terms(unit, values, 40)) == pytest.approx(expected)


def test_alpha_of_sets_has_their_masi_distances():
    """The definition compares every pair of ratings, within units and over all ratings."""
    chance = np.random.default_rng(2)
    unit = np.sort(chance.integers(0, 30, 80))
    several = np.bincount(unit, minlength=30)[unit] > 1
    values = chance.choice([0.0, 1, 3, 5, 6, 7], 80)
    terms = alpha_terms(unit, values, 30)
    weights = chance.multinomial(30, np.ones(30) / 30, size=5)
    figures = alpha_of_sums(weights @ terms.columns.toarray(), terms, level="sets")
    for alpha, drawn in zip(figures, weights, strict=True):
        times = (drawn[unit] * several).astype(float)
        far = masi(values[:, None], values[None, :])
        of_unit = times / np.maximum(np.bincount(unit, minlength=30)[unit] - 1, 1)
        observed = (far * (unit[:, None] == unit[None, :])).sum(1) @ of_unit
        expected = times @ far @ times / (times.sum() - 1)
        assert alpha == pytest.approx(1 - observed / expected)


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        (0b0, 0b0, 0),
        (0b0, 0b1, 1),
        (0b11, 0b11, 0),
        (0b01, 0b10, 1),
        (0b0011, 0b1111, 1 - 2 / 3 / 2),
        (0b011, 0b110, 1 - 1 / 3 / 3),
    ],
)
def test_masi_is_that_of_its_paper(one, other, distance):
    assert masi(np.array([one]), np.array([other]))[0] == pytest.approx(distance)


def ratings_table(unit, values, drawn):
    """Return a table with a column for each draw of a unit: its ratings, padded with NaN."""
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
    # The third unit differs, so the values' mean is no rating's value.
    columns = interval_terms(np.array([0, 0, 1, 1, 2, 2]), np.array([0.1] * 4 + [0.7, 0.7]), 3)
    assert np.isnan(interval_alpha(columns[:2].sum(0, keepdims=True))).all()


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
        expected = choix.ilsr_pairwise_dense(one, tol=1e-10)
        assert strengths == pytest.approx(expected - expected.mean(), abs=1e-6)


@pytest.mark.parametrize("drawn", [False, True])
def test_sums_are_those_of_what_is_left(monkeypatch, drawn):
    replicates = Replicates.make(9, 5, draws=20, seed=1, drawn=drawn)
    chance = np.random.default_rng(4)
    cell, features = chance.integers(0, 45, 60), chance.normal(size=(60, 3))
    expected = np.stack([features.sum(0), *(features[kept].sum(0) for kept in left(cell, drawn))])
    assert len(replicates) == len(expected)
    assert replicates.sums(cell, features) == pytest.approx(expected)
    monkeypatch.setattr("analysis.comparison.replicates.KEPT", 100)
    assert replicates.sums(cell, features) == pytest.approx(expected)
    by_weight = replicates.by_parts(cell, lambda weights: weights @ features[:, 0])
    assert by_weight == pytest.approx(expected[:, 0])


def left(cell, drawn):
    """Return masks of the rows without each item, and if `drawn`, without each system and cell."""
    groups = [(cell // 5, 9)] + ([(cell % 5, 5), (cell, 45)] if drawn else [])
    return [group != number for group, count in groups for number in range(count)]


def test_matrices_are_taken_without_each_item_system_and_cell():
    replicates = Replicates.make(6, 5, draws=20, seed=1, drawn=True)
    human = np.arange(30.0).reshape(6, 5)

    def total(scores, _judge, resamples):
        weights = np.einsum("di,ds->dis", resamples.items, resamples.systems)
        return np.nansum(weights * scores, axis=(1, 2))

    cell = np.arange(30)
    kept = [cell // 5 != item for item in range(6)] + [cell % 5 != system for system in range(5)]
    expected = [cell.sum(), *(cell[rows].sum() for rows in kept), *(cell.sum() - cell)]
    assert replicates.of_matrices(human, human, total) == pytest.approx(np.array(expected))


def test_swaps_that_are_looked_up_are_the_swaps_made(monkeypatch):
    chance = np.random.default_rng(5)
    human, first, second = chance.integers(1, 5, (3, 20, 4)).astype(float)
    second[3] = first[4] = 2
    human[5, 1] = np.nan
    options = {"coefficient": "spearman", "level": "input", "draws": 200, "seed": 1}
    quick = compare_correlations(human, first, second, **options)
    monkeypatch.setattr(
        "analysis.statistics.closeness.comparing_judges._few_swaps", lambda *_: False
    )
    assert compare_correlations(human, first, second, **options) == quick


@pytest.mark.parametrize(
    ("items", "systems", "drawn", "pairs", "resampled", "why_not"),
    [
        (4, 5, False, False, "", NO_INTERVAL),
        (5, 2, False, False, "items", ""),
        (5, 4, True, False, "items", ITEMS_ONLY),
        (5, 5, True, True, "items", OF_PAIRS),
        (5, 5, True, False, "items and systems", ""),
    ],
)
def test_what_is_left_out(items, systems, drawn, pairs, resampled, why_not):
    replicates = Replicates.make(items, systems, draws=7, seed=1, drawn=drawn, pairs=pairs)
    assert (replicates.resampled, replicates.why_not) == (resampled, why_not)
    expected = {"": 1, "items": 6, "items and systems": 1 + 5 + 5 + 25}[resampled]
    assert len(replicates) == expected


def test_many_items_are_left_out_in_groups_of_equal_size():
    groups = Replicates.make(1010, 3, draws=7, seed=1).item_group
    assert np.bincount(np.bincount(groups)).tolist() == [0, 0, 0, 0, 0, 190, 10]
