"""The human row: by hand, by a plain loop, and on real data."""

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.ceiling import leave_one_annotator_out
from analysis.statistics.errors import NotEstimableError
from analysis.statistics.sparse import sparse_ratings
from tests.statistics.shared_data import judge_run


def share_equal(said, aim) -> float:
    return float((said == aim).mean())


def spearman(said, aim) -> float:
    return float(stats.spearmanr(said, aim).statistic) if np.ptp(said) and np.ptp(aim) else float("nan")


def mean_distance(said, aim) -> float:
    return float(np.abs(said - aim).mean())


def test_mean_of_the_others_by_hand():
    # Unit 1: a 1, b 2, c 3. Unit 2: a 5, b 5. Unit 3: only a.
    people = sparse_ratings([1, 1, 1, 2, 2, 3], list("abcaba"), [1, 2, 3, 5, 5, 4])
    table = leave_one_annotator_out(people, {1: 2, 2: 4, 3: 4}, statistic=mean_distance, target="mean")
    assert [(row.annotator, row.units, row.human, row.judge) for row in table.annotators] == [
        ("a", 2, (1.5 + 0) / 2, (0.5 + 1) / 2),
        ("b", 2, (0 + 0) / 2, (0 + 1) / 2),
        ("c", 1, 1.5, 0.5),
    ]
    assert table.human == pytest.approx((0.75 + 0 + 1.5) / 3)
    assert table.judge == pytest.approx((0.75 + 0.5 + 0.5) / 3)
    assert (table.used, table.unusable) == (3, 1)


def test_mode_of_the_others_leaves_out_even_splits():
    # Left out of b and c's others on unit 1: {x, y} is split; a's others {y, y} are not.
    people = sparse_ratings([1, 1, 1, 2, 2], list("abcab"), ["x", "y", "y", "x", "x"])
    table = leave_one_annotator_out(people, {1: "y", 2: "z"}, statistic=share_equal, target="mode")
    assert [(row.units, row.human) for row in table.annotators][:2] == [(2, 0.5), (1, 1)]
    assert [row.judge for row in table.annotators][:2] == [0.5, 0]
    assert table.annotators[2].units == 0
    assert np.isnan(table.annotators[2].human)
    assert (table.used, table.unusable) == (2, 2)


def test_a_unit_rated_once_has_no_mode_even_when_all_say_the_same():
    people = sparse_ratings([1, 1, 2], list("aba"), ["x", "x", "x"])
    table = leave_one_annotator_out(people, {1: "x", 2: "y"}, statistic=share_equal, target="mode")
    assert [(row.units, row.judge) for row in table.annotators] == [(1, 1), (1, 1)]
    assert table.unusable == 1


@pytest.mark.parametrize("seed", range(5))
def test_equals_the_plain_loop(seed):
    chance = np.random.default_rng(seed)
    seen = chance.random((40, 4)) < 0.7
    values = chance.integers(1, 6, (40, 4))
    unit, rater = np.nonzero(seen)
    judge = dict(enumerate(chance.integers(1, 6, 35).tolist()))
    table = leave_one_annotator_out(
        sparse_ratings(unit, rater, values[unit, rater]), judge, statistic=spearman, target="mean"
    )
    for row in table.annotators:
        rest = seen.copy()
        rest[:, row.annotator] = False
        units = [u for u in range(35) if seen[u, row.annotator] and rest[u].any()]
        aim = [values[u, rest[u]].mean() for u in units]
        assert row.human == pytest.approx(stats.spearmanr(values[units, row.annotator], aim).statistic)
        assert row.judge == pytest.approx(stats.spearmanr([judge[u] for u in units], aim).statistic)


def test_a_constant_annotator_is_listed_but_not_averaged():
    people = sparse_ratings([1, 2, 3] * 3, list("aaabbbccc"), [1, 2, 3, 1, 2, 3, 4, 4, 4])
    table = leave_one_annotator_out(people, {1: 1, 2: 2, 3: 3}, statistic=spearman, target="mean")
    assert (table.human, table.judge, table.used) == (1, 1, 2)
    assert np.isnan(table.annotators[2].human)


def test_one_rating_per_unit_has_no_ceiling():
    people = sparse_ratings([1, 2, 3], list("abc"), [1, 2, 3])
    with pytest.raises(NotEstimableError, match="No annotator shares enough units"):
        leave_one_annotator_out(people, {1: 1, 2: 2, 3: 3}, statistic=spearman, target="mean")


def test_an_unknown_target_is_refused():
    people = sparse_ratings([1, 1], list("ab"), [1, 2])
    with pytest.raises(ValueError, match='"mean" or the "mode"'):
        leave_one_annotator_out(people, {1: 1}, statistic=spearman, target="median")


def test_expert_summaries_put_people_above_the_judge():
    tables = judge_run("summeval", "human_annotations.json")
    rows = [(u, r, v) for r, table in tables.items() for u, v in table.items() if u.endswith("__coherence")]
    judge = judge_run("summeval", "llm_annotations.json")["gpt-4o"]
    table = leave_one_annotator_out(sparse_ratings(*zip(*rows, strict=True)), judge, statistic=spearman, target="mean")
    assert [row.units for row in table.annotators] == [1600] * 3
    assert table.human > table.judge > 0.4
