"""Tests of correlations at three levels and their bootstrap: published data, plain loops, and
constant rows."""

import numpy as np
import pytest

from analysis.statistics.closeness.levels import correlate_levels
from analysis.statistics.results import Resamples
from tests.analysis.statistics.shared_data import judge_run
from tests.analysis.statistics.systems.test_correlation import scipys


def scores(annotations, dimension):
    """Return one rater's scores as a matrix (documents, systems)."""
    cells = [key.split("__")[:2] for key in annotations if key.endswith(f"__{dimension}")]
    documents, systems = (sorted(set(part)) for part in zip(*cells, strict=True))
    return np.array(
        [[annotations[f"{one}__{two}__{dimension}"] for two in systems] for one in documents], float
    )


# Per document: Spearman, tau-b, documents used; pooled Spearman; by system: Spearman, tau-b; mean
# absolute error.
PUBLISHED = {
    "coherence": (0.542, 0.469, 100, 0.5345, 0.797, 0.633, 0.731),
    "consistency": (0.545, 0.505, 96, 0.5315, 0.826, 0.683, 0.799),
    "fluency": (0.468, 0.435, 98, 0.4583, 0.707, 0.538, 1.287),
    "relevance": (0.400, 0.349, 100, 0.4503, 0.881, 0.706, 1.217),
}


@pytest.mark.parametrize("dimension", PUBLISHED)
def test_summeval_gives_its_reference_figures(dimension):
    people = judge_run("summeval", "human_annotations.json")
    judge = scores(judge_run("summeval", "llm_annotations.json")["gpt-4o"], dimension)
    human = np.mean([scores(one, dimension) for one in people.values()], axis=0)
    found = correlate_levels(human, judge)
    rounded = [
        round(found.per_input.spearman[0], 3),
        round(found.per_input.tau_b[0], 3),
        found.used[0],
        round(found.pooled.spearman[0], 4),
        round(found.system.spearman[0], 3),
        round(found.system.tau_b[0], 3),
        round(np.abs(judge - human).mean(), 3),
    ]
    assert rounded == list(PUBLISHED[dimension])
    assert found.used[0] + found.constant[0] == 100


def matrices(seed, items=9, systems=5, gaps=0.0):
    """Return matrices of people's means of three ratings and of a judge's ratings. Some rows are
    constant."""
    chance = np.random.default_rng(seed)
    human = chance.integers(1, 4, (3, items, systems)).mean(0)
    judge = np.clip(np.round(human + chance.normal(0, 1, human.shape)), 1, 4)
    judge[:2] = 2
    human[1:3] = 7 / 3
    human[chance.random(human.shape) < gaps] = np.nan
    judge[chance.random(human.shape) < gaps] = np.nan
    return human, judge


def on_unit_scale(scores):
    """Scale the scores to 0 to 1, the range on which system means are rounded."""
    return (scores - np.nanmin(scores)) / (np.nanmax(scores) - np.nanmin(scores))


def mean_of(values):
    return np.mean(values, axis=0) if len(values) else np.full(4, np.nan)


def plain(human, judge, constant):
    """Return the correlations (levels, statistics) by a plain loop, and the counts of used and
    constant rows."""
    rows = []
    for one, two in zip(human, judge, strict=True):
        there = ~np.isnan(one + two)
        if there.sum() > 1:
            rows.append(scipys(one[there], two[there]))
    varied = [row for row in rows if not np.isnan(row[0])]
    per_input = mean_of(varied if constant == "skip" else np.nan_to_num(rows))
    there = ~np.isnan(human + judge)
    by_system = [
        [np.round(matrix[there[:, system], system].mean(), 9) for matrix in (human, judge)]
        for system in range(human.shape[1])
        if there[:, system].any()
    ]
    system = scipys(*zip(*by_system, strict=True)) if by_system else [np.nan] * 4
    return np.array([per_input, scipys(human[there], judge[there]), system]), [
        len(varied),
        len(rows) - len(varied),
    ]


def weights_of(drawn, size):
    return np.stack([np.bincount(row, minlength=size) for row in drawn]).astype(float)


@pytest.mark.parametrize("constant", ["skip", "zero"])
@pytest.mark.parametrize("gaps", [0.0, 0.3])
def test_every_draw_is_a_plain_loops_on_the_same_resample(gaps, constant):
    human, judge = map(on_unit_scale, matrices(1, gaps=gaps))
    chance = np.random.default_rng(2)
    items, systems = chance.integers(0, 9, (40, 9)), chance.integers(0, 5, (40, 5))
    found = correlate_levels(
        human, judge, Resamples(weights_of(items, 9), weights_of(systems, 5)), constant=constant
    )
    for draw, (rows, columns) in enumerate(zip(items, systems, strict=True)):
        again = human[np.ix_(rows, columns)], judge[np.ix_(rows, columns)]
        expected, counts = plain(*again, constant)
        levels = np.array([found.per_input, found.pooled, found.system])[:, :, draw]
        assert levels == pytest.approx(expected, abs=1e-9, nan_ok=True)
        assert [found.used[draw], found.constant[draw]] == counts


def drawn_both(items, systems, *, draws):
    """Return integer bootstrap weights of items and systems. The first row is the sample itself."""
    weights = []
    for seed, count in enumerate((items, systems), 1):
        drawn = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), draws)
        weights.append(np.vstack([np.ones(count), drawn]))
    return Resamples(*weights)


@pytest.mark.parametrize("draws", [0, 25])
def test_many_systems_are_taken_without_their_gaps(monkeypatch, draws):
    human, judge = matrices(5, items=30, gaps=0.5)
    resamples = drawn_both(30, 5, draws=draws)
    whole = correlate_levels(human, judge, resamples)
    monkeypatch.setattr("analysis.statistics.closeness.levels.MOST_COLUMNS", 0)
    packed = correlate_levels(human, judge, resamples)
    for level in ("per_input", "pooled", "system"):
        assert np.array(getattr(packed, level)) == pytest.approx(
            np.array(getattr(whole, level)), abs=1e-12, nan_ok=True
        )
    assert (packed.used == whole.used).all()
    assert (packed.constant == whole.constant).all()


def test_blocks_of_items_and_draws_change_nothing(monkeypatch):
    human, judge = matrices(4, items=20, gaps=0.2)
    resamples = drawn_both(20, 5, draws=25)
    whole = correlate_levels(human, judge, resamples)
    monkeypatch.setattr("analysis.statistics.closeness.levels.CELLS", 300)
    parts = correlate_levels(human, judge, resamples)
    for level in ("per_input", "pooled", "system"):
        assert np.array(getattr(parts, level)) == pytest.approx(
            np.array(getattr(whole, level)), abs=1e-12, nan_ok=True
        )
    assert np.array_equal(parts.used, whole.used)


def test_constant_rows_are_skipped_or_zero():
    human = np.array([[1.0, 2, 3], [1, 2, 3], [2, 2, 2], [1, 2, np.nan], [1, np.nan, np.nan]])
    judge = np.array([[1.0, 2, 3], [4, 4, 4], [1, 2, 3], [2, 1, 3], [1, 2, 3]])
    skip, zero = correlate_levels(human, judge), correlate_levels(human, judge, constant="zero")
    assert (skip.used[0], skip.constant[0]) == (zero.used[0], zero.constant[0]) == (2, 2)
    assert skip.per_input.spearman == pytest.approx([0])
    assert zero.per_input.tau_b == pytest.approx([0])
    assert correlate_levels(human[:3], judge[:3]).per_input.tau_b == pytest.approx([1])
    assert correlate_levels(human[:3], judge[:3], constant="zero").per_input.tau_b == pytest.approx(
        [1 / 3]
    )


def test_system_means_that_differ_by_rounding_alone_are_tied():
    human = np.array([[0.1, 0.3, 1], [0.2, 0.2, 1], [0.3, 0.1, 1]])
    assert human[:, 0].sum() != human[:, 1].sum()
    judge = np.array([[1.0, 2, 3]] * 3)
    expected = scipys(np.array([0.2, 0.2, 1]), np.array([1.0, 2, 3]))
    assert np.ravel(correlate_levels(human, judge).system) == pytest.approx(expected)


@pytest.mark.parametrize("shape", [(0, 3), (3, 1), (1, 3)])
def test_no_shared_cell_or_one_system_has_no_figure(shape):
    nothing = np.full(shape, np.nan)
    levels = correlate_levels(nothing, np.ones(shape))
    assert np.isnan([levels.per_input, levels.pooled, levels.system]).all()
    assert (levels.used[0], levels.constant[0]) == (0, 0)


@pytest.mark.parametrize("constant", ["skip", "zero"])
def test_without_groups_of_cells_is_the_sample_with_gaps_there(constant):
    human, judge = matrices(6, items=8, gaps=0.2)
    group = np.random.default_rng(1).permutation(40).reshape(8, 5) % 7
    found = correlate_levels(human, judge, constant=constant, cell_group=group)
    for number in range(7):
        without = np.where(group == number, np.nan, human)
        expected = correlate_levels(without, judge, constant=constant)
        for level in ("per_input", "pooled", "system"):
            assert np.array(getattr(found, level))[:, 1 + number] == pytest.approx(
                np.array(getattr(expected, level))[:, 0], abs=1e-9, nan_ok=True
            )
        assert found.used[1 + number] == expected.used[0]
        assert found.constant[1 + number] == expected.constant[0]
