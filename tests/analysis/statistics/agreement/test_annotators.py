"""Tests of the alternative-annotator test and the human ceiling against published runs, a plain
loop, and cases worked out by hand."""

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.closeness.annotators import alternative_annotator_test
from analysis.statistics.estimates import NotEstimableError
from tests.analysis.statistics.shared_data import judge_run
from tests.analysis.statistics.sparse import sparse_ratings


def from_tables(tables: dict[str, dict]):
    rows = [
        (unit, rater, value) for rater, table in tables.items() for unit, value in table.items()
    ]
    return sparse_ratings(*zip(*rows, strict=True))


@pytest.mark.parametrize(
    ("folder", "score", "rho", "instances"),
    [
        ("summeval", "neg_rmse", 0.4757, [6400, 6400, 6400]),
        ("mtbench", "accuracy", 0.7728, [74, 84, 88]),
    ],
)
def test_published_runs(folder, score, rho, instances):
    people = from_tables(judge_run(folder, "human_annotations.json"))
    judge = judge_run(folder, "llm_annotations.json")["gpt-4o"]
    result = alternative_annotator_test(people, judge, score=score, epsilon=0.2)
    assert result.winning_rate == 0
    assert not result.passes
    assert round(result.advantage_probability, 4) == rho
    assert [test.instances for test in result.annotators] == instances
    assert result.excluded == {}


def by_loop(tables, judge, score, epsilon):
    """Return win shares and p by the definition, computed one rating at a time."""
    shares, p_values = [], []
    for own, table in tables.items():
        judge_wins, own_wins = [], []
        for unit, value in table.items():
            rest = np.array(
                [other[unit] for name, other in tables.items() if name != own and unit in other]
            )
            if not len(rest) or unit not in judge:
                continue
            mine, theirs = (
                (rest == said).mean()
                if score == "accuracy"
                else -np.sqrt(((rest - said) ** 2).mean())
                for said in (value, judge[unit])
            )
            judge_wins.append(theirs >= mine - 1e-12)
            own_wins.append(mine >= theirs - 1e-12)
        shares.append(np.mean(judge_wins))
        difference = np.array(own_wins, float) - np.array(judge_wins, float)
        p_values.append(stats.ttest_1samp(difference, epsilon, alternative="less").pvalue)
    return shares, p_values


@pytest.mark.parametrize("score", ["accuracy", "neg_rmse"])
@pytest.mark.parametrize("seed", range(5))
def test_equals_the_plain_loop_on_sparse_ratings(score, seed):
    chance = np.random.default_rng(seed)
    truth = chance.integers(1, 6, 80)
    tables = {
        f"r{rater}": {
            f"u{unit}": int(np.clip(truth[unit] + chance.integers(-1, 2), 1, 5))
            for unit in np.flatnonzero(chance.random(80) < 0.6)
        }
        for rater in range(5)
    }
    judge = {f"u{unit}": int(truth[unit]) for unit in range(75)}
    result = alternative_annotator_test(
        from_tables(tables), judge, score=score, minimum_instances=5
    )
    shares, p_values = by_loop(tables, judge, score, 0.2)
    assert [test.judge_share for test in result.annotators] == pytest.approx(shares)
    assert [test.p_value for test in result.annotators] == pytest.approx(p_values)


def test_decimal_values_tie_despite_rounding():
    # The others' mean is 0.2; 0.1 and 0.3 lie equally far from it, though their float distances
    # differ.
    people = from_tables({"a": dict.fromkeys(range(30), 0.1), "b": dict.fromkeys(range(30), 0.2)})
    first = alternative_annotator_test(
        people, dict.fromkeys(range(30), 0.3), score="neg_rmse"
    ).annotators[0]
    assert (first.judge_share, first.annotator_share) == (1, 1)


def test_a_judge_that_is_always_closer_wins_and_one_never_closer_loses():
    people = from_tables(
        {
            "a": dict.fromkeys(range(40), 1),
            "b": dict.fromkeys(range(40), 2),
            "c": dict.fromkeys(range(40), 2),
        }
    )
    good = alternative_annotator_test(people, dict.fromkeys(range(40), 2), score="accuracy")
    assert (good.winning_rate, good.advantage_probability, good.passes) == (1, 1, True)
    assert [test.p_value for test in good.annotators] == [0, 0, 0]
    bad = alternative_annotator_test(people, dict.fromkeys(range(40), 5), score="accuracy")
    # Annotator a agrees with nobody either: a tie on every instance, won by both.
    assert [test.judge_share for test in bad.annotators] == [1, 0, 0]
    assert bad.winning_rate == pytest.approx(1 / 3)


def test_few_instances_exclude_an_annotator_and_are_counted():
    tables = {name: dict.fromkeys(range(30), "x") for name in "ab"}
    tables["c"] = dict.fromkeys(range(29), "y") | {"lonely": "y"}
    judge = dict.fromkeys(range(29), "x") | {29: "z", "lonely": "x"}
    result = alternative_annotator_test(
        from_tables({k: {str(u): v for u, v in t.items()} for k, t in tables.items()}),
        {str(u): v for u, v in judge.items()},
        score="accuracy",
    )
    assert [test.annotator for test in result.annotators] == ["a", "b"]
    assert result.excluded == {"c": 29}
    assert (result.alone, result.unjudged) == (1, 0)


def test_a_unit_without_a_verdict_is_counted_and_never_scored():
    people = from_tables({name: dict.fromkeys(range(31), 3) for name in "ab"})
    result = alternative_annotator_test(people, dict.fromkeys(range(30), 3), score="neg_rmse")
    assert [test.instances for test in result.annotators] == [30, 30]
    assert result.unjudged == 2


def test_reasons_where_there_is_no_figure():
    people = from_tables({name: dict.fromkeys(range(29), 3) for name in "ab"})
    with pytest.raises(NotEstimableError, match="No annotator shares 30 instances"):
        alternative_annotator_test(people, dict.fromkeys(range(29), 3), score="accuracy")
    labels = from_tables({name: dict.fromkeys(range(30), "tie") for name in "ab"})
    with pytest.raises(ValueError, match="need numbers"):
        alternative_annotator_test(labels, dict.fromkeys(range(30), "tie"), score="neg_rmse")
    with pytest.raises(ValueError, match="both be numbers or both labels"):
        alternative_annotator_test(labels, dict.fromkeys(range(30), 1), score="accuracy")
