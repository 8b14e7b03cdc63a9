"""Tests of the comparison on small frames, against results by hand or from public libraries."""

import json
import math

import krippendorff
import numpy as np
import pytest
from scipy import stats

from analysis.comparison import catalogue
from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings, from_json
from tests.analysis.frames import frame_of, pairs, scored
from tests.oracles.ceiling import left_out

QUICK = ComparisonSettings(draws=40, seed=3)
# Two items of three systems each, by three people and a judge.
ANN, BEN, CAT, JUDGE = (
    [1, 2, 3, 3, 3, 5],
    [1, 3, 3, 2, 4, 4],
    [2, 2, 5, 1, 4, 5],
    [1, 4, 2, 3, 2, 5],
)


def only(frame, **settings):
    """Return the frame's only criterion and its first judge."""
    result = compare(frame, ComparisonSettings(**({"draws": 40, "seed": 3} | settings)))
    return result.criteria[0], result.criteria[0].judges[0]


@pytest.fixture(scope="module")
def small():
    return only(frame_of(*scored({"ann": ANN, "ben": BEN, "cat": CAT, "j": JUDGE}, systems=3)))


def test_counts_and_means(small):
    criterion, judge = small
    assert (
        criterion.items,
        criterion.systems,
        criterion.hits,
        criterion.units,
        criterion.ratings,
    ) == (2, 3, 6, 6, 24)
    assert (criterion.people.raters, criterion.people.ratings, criterion.people.several) == (
        3,
        18,
        6,
    )
    assert (judge.units, judge.shared, judge.coverage, judge.ratings) == (6, 6, 1, 6)
    assert criterion.people.mean.value == pytest.approx(np.mean([ANN, BEN, CAT]))
    assert judge.mean.value == pytest.approx(17 / 6)
    assert (criterion.resampled, criterion.why_not) == ("", "fewer than 5 items, so no interval")
    assert judge.mean.low is None


def test_closeness_to_people(small):
    from sklearn.metrics import cohen_kappa_score

    _criterion, judge = small
    aim = np.mean([ANN, BEN, CAT], axis=0)
    found = {one.statistic: one.judge for one in judge.figures}
    assert found["mae"].value == pytest.approx(np.abs(aim - JUDGE).mean())
    assert found["bias"].value == pytest.approx((JUDGE - aim).mean())
    ratings, machine = np.concatenate([ANN, BEN, CAT]), np.tile(JUDGE, 3)
    assert (found["exact"].value, found["exact"].n) == (
        pytest.approx((ratings == machine).mean()),
        18,
    )
    assert found["kappa"].value == pytest.approx(
        cohen_kappa_score(ratings, machine, weights="quadratic")
    )
    assert found["spearman_pooled"].value == pytest.approx(stats.spearmanr(aim, JUDGE).statistic)
    assert found["kendall_pooled"].value == pytest.approx(stats.kendalltau(aim, JUDGE).statistic)
    rows = [stats.pearsonr(aim[part], JUDGE[part]).statistic for part in (slice(0, 3), slice(3, 6))]
    assert (found["pearson_input"].value, found["pearson_input"].n) == (
        pytest.approx(np.mean(rows)),
        2,
    )
    means = [np.reshape(side, (2, 3)).mean(0) for side in (aim, JUDGE)]
    assert (found["pearson_system"].value, found["pearson_system"].n) == (
        pytest.approx(stats.pearsonr(*means).statistic),
        3,
    )


def test_the_human_row_leaves_one_out(small):
    _criterion, judge = small
    people = np.array([ANN, BEN, CAT], float)
    human, machine = [], []
    for place in range(3):
        rest = np.delete(people, place, 0)
        human.append(stats.spearmanr(people[place], rest.mean(0)).statistic)
        machine.append(stats.spearmanr(JUDGE, rest.mean(0)).statistic)
    figure = judge.figure("spearman_pooled")
    assert (figure.human.value, figure.human.n) == (pytest.approx(np.mean(human)), 3)
    assert figure.left_out.value == pytest.approx(np.mean(machine))
    assert figure.difference.value == pytest.approx(np.mean(machine) - np.mean(human))
    assert (figure.lowest, figure.highest) == (pytest.approx(min(human)), pytest.approx(max(human)))
    errors = [
        np.abs(people[place] - np.delete(people, place, 0).mean(0)).mean() for place in range(3)
    ]
    error = judge.figure("mae")
    assert error.human.value == pytest.approx(np.mean(errors))


@pytest.mark.parametrize("seed", range(3))
def test_the_human_row_with_gaps_is_a_plain_loops(seed):
    chance = np.random.default_rng(seed)
    values = {name: chance.integers(1, 6, 40).tolist() for name in ("ann", "ben", "cat", "j")}
    for ratings in values.values():
        for place in np.flatnonzero(chance.random(40) < 0.25):
            ratings[place] = None
    _criterion, judge = only(frame_of(*scored(values)))
    people = {name: values[name] for name in ("ann", "ben", "cat")}
    for name, statistic in (
        ("spearman_pooled", lambda own, aim: stats.spearmanr(own, aim).statistic),
        ("mae", lambda own, aim: np.abs(np.subtract(own, aim)).mean()),
    ):
        human, machine = left_out(people, values["j"], statistic)
        figure = judge.figure(name)
        assert (figure.human.value, figure.human.n) == (pytest.approx(np.mean(human)), 3)
        assert figure.left_out.value == pytest.approx(np.mean(machine))
        assert (figure.lowest, figure.highest) == (
            pytest.approx(min(human)),
            pytest.approx(max(human)),
        )


def test_coverage_is_of_what_people_rated():
    judge = only(frame_of(*scored({"ann": [1, 2, 3, 4, None], "j": [1, 2, 3, None, 5]})))[1]
    assert (judge.coverage, judge.units, judge.shared) == (0.75, 4, 3)


def test_the_advantage_is_the_mean_over_annotators_also_where_one_rated_alone():
    chance = np.random.default_rng(8)
    values = {name: chance.integers(1, 6, 60).tolist() for name in ("ann", "ben", "j")}
    values["ben"][40:] = [None] * 20
    test = only(frame_of(*scored(values)))[1].annotator_test
    assert [one.instances for one in test.annotators] == [40, 40]
    assert test.advantage.value == pytest.approx(
        np.mean([one.judge_share for one in test.annotators])
    )


def test_agreement_among_people(small):
    criterion, _judge = small
    expected = krippendorff.alpha([ANN, BEN, CAT], level_of_measurement="ordinal")
    assert criterion.people.agreement["alpha"].value == pytest.approx(expected)
    assert sorted(criterion.people.agreement) == [
        *(
            *("alpha", "gwet_ac2", "icc_1", "icc_1k", "icc_a1", "icc_ak", "icc_c1", "icc_ck"),
            "pairwise",
        )
    ]


def test_systems_confusion_and_disagreements(small):
    criterion, judge = small
    first = criterion.by_system[0]
    assert (first.system, first.people.n) == ("s0", 2)
    assert first.people.value == pytest.approx(
        np.mean([ANN[0], BEN[0], CAT[0], ANN[3], BEN[3], CAT[3]])
    )
    assert first.judges["j"].value == 2
    assert criterion.corrected == {}  # the judge rated no more than people
    assert judge.confusion.labels == ("1", "2", "3", "4", "5")
    assert np.sum(judge.confusion.counts) == 18
    assert judge.confusion.counts[4] == (
        *(0, 1, 0, 0, 2),
    )  # people's fives: cat's where the judge gave 2, two where it gave 5
    worst = judge.disagreements[0]
    assert (worst.item, worst.system, worst.ratings, worst.judge) == ("i0", "s1", 3, 4)
    assert worst.people == pytest.approx(7 / 3)
    distances = [abs(one.people - one.judge) for one in judge.disagreements]
    assert distances == sorted(distances, reverse=True)


def grid(seed=1, items=12, systems=4):
    chance = np.random.default_rng(seed)
    truth = chance.integers(1, 6, items * systems)
    return {
        name: np.clip(truth + chance.integers(-1, 2, len(truth)), 1, 5).tolist()
        for name in ("ann", "ben", "j", "k")
    }


def apart(items: int, systems: int) -> dict[str, list]:
    """Return the grid's ratings with a different mean for each system."""
    shift = np.tile(np.arange(systems) / 2, items)
    return {
        name: (values + shift).tolist()
        for name, values in grid(items=items, systems=systems).items()
    }


def test_intervals_hold_their_figures_and_repeat_with_the_seed():
    frame = frame_of(*scored(apart(items=12, systems=10), systems=10))
    first, again, other = (
        compare(frame, ComparisonSettings(draws=60, seed=seed)) for seed in (1, 1, 2)
    )
    assert first == again
    ranks, others = (
        one.criteria[0].judges[0].figure("spearman_system").judge for one in (first, other)
    )
    assert (ranks.low, ranks.high) != (others.low, others.high)
    figure = first.criteria[0].judges[0].figure("spearman_pooled").judge
    assert figure.low < figure.value < figure.high
    assert first.criteria[0].resampled == "items"
    assert {one.facts.key for one in first.criteria} == {"c"}


@pytest.mark.parametrize(("systems", "has_interval"), [(9, False), (10, True)])
@pytest.mark.parametrize("design", ["fixed", "drawn"])
def test_correlations_over_systems_have_an_interval_from_ten_systems_on(
    systems, has_interval, design
):
    frame = frame_of(*scored(grid(items=12, systems=systems), systems=systems))
    judge = compare(frame, ComparisonSettings(draws=60, systems=design)).criteria[0].judges[0]
    for name in ("pearson_system", "spearman_system", "kendall_system"):
        figure = judge.figure(name)
        assert figure.judge.value is not None
        assert (figure.judge.low is not None) is has_interval
        assert (figure.human.low, figure.difference.low) == (None, None)


@pytest.mark.parametrize(("systems", "there"), [(2, False), (3, True)])
def test_no_correlation_is_over_two_points(systems, there):
    """A correlation over only two systems, or two outputs of an item, would always be 1 or -1."""
    frame = frame_of(*scored(grid(items=12, systems=systems), systems=systems))
    judge = only(frame)[1]
    for name, reason in (
        ("spearman_system", catalogue.TWO_SYSTEMS),
        ("pearson_input", catalogue.NO_ROW),
    ):
        figure = judge.figure(name).judge
        assert (figure.value is not None) is there
        assert figure.reason == ("" if there else reason)
    assert judge.figure("spearman_pooled").judge.value is not None


def test_items_with_two_outputs_are_left_out_per_input():
    values = grid(items=12, systems=4)
    full = only(frame_of(*scored(values, systems=4)))[1]
    lines = scored(values, systems=4)
    pair = [
        f"extra{item},s{system},c,{rater},{kind},{1 + (system + item) % 2}"
        for item in range(5)
        for system in range(2)
        for rater, kind in (("ann", "human"), ("ben", "human"), ("j", "judge"))
    ]
    more = only(frame_of(*lines, *pair))[1]
    figures = [judge.figure("spearman_input").judge for judge in (full, more)]
    assert figures[0].value == pytest.approx(figures[1].value)
    assert figures[0].n == figures[1].n


def test_json_round_trip_has_no_nan():
    lines = scored(grid(), systems=4) + scored(
        {"ann": [3] * 9, "j": [3] * 9}, systems=3, criterion="flat"
    )
    lines += scored({"j": [1, 2]}, criterion="judge alone") + scored(
        {"ann": [1, 2]}, criterion="people alone"
    )
    result = compare(frame_of(*lines), QUICK)
    text = result.to_json()
    assert from_json(text) == result
    assert "NaN" not in text
    assert "Infinity" not in text
    numbers = []
    json.loads(text, parse_float=lambda number: numbers.append(float(number)))
    assert numbers
    assert all(map(math.isfinite, numbers))


def test_progress_rises_to_one():
    told = []
    compare(frame_of(*scored(grid(), systems=4)), QUICK, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def reasons(frame, **settings) -> dict[str, str]:
    criterion, judge = only(frame, **settings)
    return {one.statistic: one.judge.reason for one in judge.figures} | {
        "human": judge.figures[0].human.reason,
        "alpha": criterion.people.agreement["alpha"].reason,
        "test": judge.annotator_test.reason,
        "icc": criterion.people.agreement["icc_1"].reason,
        "mean": judge.mean.reason,
    }


def test_without_a_shared_unit_every_figure_says_so():
    told = reasons(frame_of("i,s,c,ann,human,1", "o,s,c,j,judge,2"))
    figures = {name: reason for name, reason in told.items() if name in catalogue.STATISTICS}
    assert set(figures.values()) == {catalogue.NO_OVERLAP}
    assert (told["human"], told["alpha"]) == (catalogue.NO_OVERLAP, catalogue.ONE_RATING)


def test_one_rating_per_unit_has_neither_agreement_nor_ceiling():
    told = reasons(frame_of(*scored({"ann": ANN, "j": JUDGE}, systems=3)))
    assert (told["human"], told["alpha"], told["icc"]) == (catalogue.ONE_RATING,) * 3
    assert told["test"].startswith("not estimable: no annotator shares 30 instances")


def test_a_judge_that_never_varies_has_no_correlation_but_an_error():
    told = reasons(frame_of(*scored({"ann": ANN, "ben": BEN, "j": [3] * 6}, systems=3)))
    assert told["spearman_input"] == catalogue.NO_ROW
    assert told["kendall_pooled"] == told["pearson_system"] == catalogue.NOTHING_VARIES
    assert told["mae"] == told["exact"] == ""


def test_ratings_that_never_vary():
    told = reasons(frame_of(*scored({"ann": [3] * 6, "ben": [3] * 6, "j": [3] * 6}, systems=3)))
    assert (told["alpha"], told["kappa"], told["icc"]) == (catalogue.SAME,) * 3


def test_one_system_has_no_level_but_the_pooled():
    frame = frame_of(*scored({"ann": ANN, "ben": BEN, "j": JUDGE}))
    criterion, judge = only(frame)
    assert judge.figure("spearman_input").judge.reason == catalogue.NO_ROW
    assert judge.figure("spearman_system").judge.reason == catalogue.TWO_SYSTEMS
    assert judge.figure("spearman_pooled").judge.value is not None
    assert judge.pairwise.accuracy.reason.startswith(
        "not estimable: no group has two scored outputs"
    )
    assert (criterion.resampled, criterion.why_not) == ("items", "")


def test_a_judge_without_a_rating_on_a_criterion():
    lines = scored({"ann": ANN, "ben": BEN, "j": JUDGE}, systems=3) + scored(
        {"ann": ANN, "ben": BEN}, criterion="d"
    )
    judge = compare(frame_of(*lines), QUICK).criterion("d").judge("j")
    assert (judge.units, judge.coverage, judge.mean.reason) == (0, 0, catalogue.NO_JUDGE)
    assert {one.judge.reason for one in judge.figures} == {catalogue.NO_OVERLAP}


def test_unequal_numbers_of_ratings_have_no_intraclass_correlation():
    told = reasons(frame_of(*scored({"ann": ANN, "ben": [*BEN[:5], None], "j": JUDGE}, systems=3)))
    assert (told["icc"], told["alpha"]) == (catalogue.UNEQUAL, "")


def test_labels_have_agreement_and_kappa_alone():
    from sklearn.metrics import cohen_kappa_score

    frame = frame_of(
        *scored({"ann": ANN, "ben": BEN, "j": JUDGE}, systems=3), levels={"c": "nominal"}
    )
    criterion, judge = only(frame)
    assert [one.statistic for one in judge.figures] == ["exact", "kappa"]
    assert judge.figure("kappa").judge.value == pytest.approx(
        cohen_kappa_score(ANN + BEN, JUDGE * 2)
    )
    assert (judge.mean.reason, criterion.by_system, judge.pairwise) == (catalogue.NO_MEAN, (), None)
    assert judge.annotator_test.score == "accuracy"


def test_constant_items_are_skipped_or_zero():
    people = {"ann": [1, 2, 3, 2, 2, 2], "ben": [1, 2, 3, 2, 2, 2], "j": [1, 2, 3, 1, 2, 3]}
    skip = only(frame_of(*scored(people, systems=3)))[1]
    zero = only(frame_of(*scored(people, systems=3)), constant="zero")[1]
    assert [one.figure("spearman_input").judge.value for one in (skip, zero)] == [
        pytest.approx(1),
        pytest.approx(0.5),
    ]
    assert [one.figure("spearman_input").judge.n for one in (skip, zero)] == [1, 2]
    assert (skip.used, skip.constant) == (1, 1)


def test_tau_c_on_request():
    frame = frame_of(*scored({"ann": ANN, "ben": BEN, "j": JUDGE}, systems=3))
    aim = np.mean([ANN, BEN], axis=0)
    found = only(frame, tau="c")[1].figure("kendall_pooled").judge.value
    assert found == pytest.approx(stats.kendalltau(aim, JUDGE, variant="c").statistic)


def test_samples_of_a_judge_count_as_their_mean():
    frame = frame_of(
        *scored({"ann": ANN, "ben": BEN}, systems=3),
        *scored({"j": JUDGE}, systems=3),
        "i0,s0,c,j,judge,4",
    )
    judge = only(frame)[1]
    aim = np.mean([ANN, BEN], axis=0)
    machine = np.array([2.5, *JUDGE[1:]])
    assert (judge.ratings, judge.units) == (7, 6)
    assert judge.figure("mae").judge.value == pytest.approx(np.abs(aim - machine).mean())


def test_many_raters_are_left_out_by_place():
    chance = np.random.default_rng(1)
    lines = [
        f"i{item},s{system},c,r{rater},human,{chance.integers(1, 6)}"
        for item in range(10)
        for system in range(3)
        for rater in chance.choice(20, 3, replace=False)
    ]
    lines += scored({"j": chance.integers(1, 6, 30).tolist()}, systems=3)
    criterion, judge = only(frame_of(*lines))
    assert (criterion.people.raters, criterion.people.leave_out) == (20, "places")
    assert judge.figure("mae").human.n == 3
    assert list(criterion.people.agreement)[3:] == ["icc_1", "icc_1k"]


def test_one_judge_of_several_and_one_that_is_not_there():
    frame = frame_of(*scored(grid(), systems=4))
    assert compare(frame, QUICK, judges=["k"]).judges == ("k",)
    with pytest.raises(ValueError, match="There is no judge x. The judges are j, k"):
        compare(frame, QUICK, judges=["x"])


PAIRS = [
    # ann and ben agree on p0 (A) and p1 (B), differ on p2; the judge sees each in both orders.
    *("p0,A,B,better,ann,human,ab,a", "p0,A,B,better,ben,human,ba,a"),
    *("p1,A,B,better,ann,human,ab,b", "p1,A,B,better,ben,human,ba,b"),
    *("p2,A,B,better,ann,human,ab,a", "p2,A,B,better,ben,human,ba,tie"),
    *("p0,A,B,better,j,judge,ab,a", "p0,A,B,better,j,judge,ba,a"),
    *("p1,A,B,better,j,judge,ab,a", "p1,A,B,better,j,judge,ba,b"),
    *("p2,A,B,better,j,judge,ab,a", "p2,A,B,better,j,judge,ba,b"),
]


def test_preferences_by_hand():
    criterion, judge = only(pairs(*PAIRS))
    assert (judge.orders.verdicts, judge.orders.ties.value) == (6, 0)
    # Shown first and preferred: p0 in ab, p1 in both, p2 in both.
    assert (judge.orders.first_share.value, judge.orders.first_share.n) == (pytest.approx(5 / 6), 6)
    assert (judge.orders.consistency.value, judge.orders.consistency.n) == (pytest.approx(1 / 3), 3)
    assert judge.orders.same_order.reason == "not estimable: no pair has two verdicts in one order"
    people = criterion.people.orders
    assert (people.ties.value, people.first_share.value, people.first_share.n) == (
        pytest.approx(1 / 6),
        0.6,
        5,
    )
    gold = judge.gold
    assert (gold.pairs, gold.undecided, gold.one_order) == (2, 1, 0)
    assert (gold.right_in_order, gold.right_in_reverse, gold.right_in_both, gold.same) == (
        1,
        2,
        1,
        1,
    )
    assert (gold.accuracy, gold.pairs_in_order, gold.pairs_in_reverse) == (0.75, 2, 2)
    # As one verdict per pair the judge says A, tie, tie: right for three of six human verdicts.
    assert judge.figure("exact").judge.value == pytest.approx(3 / 6)
    rates = {one.system: (one.people.value, one.judges["j"].value) for one in criterion.by_system}
    assert rates == {
        "A": (pytest.approx(3.5 / 6), pytest.approx(4 / 6)),
        "B": (pytest.approx(2.5 / 6), pytest.approx(2 / 6)),
    }
    strength = criterion.by_system[0].judge_strengths["j"].value
    assert strength == pytest.approx(math.log(2) / 2)


def test_each_order_is_counted_by_itself():
    # The reply on p1 with B first could not be read; p2 was judged with B first alone.
    lines = [line for line in PAIRS if line != "p1,A,B,better,j,judge,ba,b"]
    lines = [line for line in lines if line != "p2,A,B,better,j,judge,ab,a"]
    lines += ["p2,A,B,better,cat,human,ab,a"]
    gold = only(pairs(*lines))[1].gold
    # People: p0 a, p1 b, p2 a. In order: p0 right, p1 wrong. Turned: p0 right, p2 wrong.
    assert gold.counts == (
        ("right in original order", 1, 2),
        ("right in swapped order", 1, 2),
        ("right in both orders", 1, 1),
        ("same verdict in both orders", 1, 1),
    )
    assert (gold.accuracy, gold.one_order, gold.undecided) == (0.5, 2, 0)


def test_a_system_that_never_wins_has_no_strength_and_is_named():
    frame = pairs(
        *[f"p{n},A,B,better,ann,human,ab,a" for n in range(3)], "p0,A,B,better,j,judge,ab,tie"
    )
    criterion, judge = only(frame)
    assert "the systems B never won" in criterion.by_system[0].people_strength.reason
    assert judge.orders.first_share.reason == "not estimable: every verdict was a tie"
    assert judge.orders.consistency.reason == "not estimable: no pair was judged in both orders"
    assert judge.gold.counts[0] == ("right in original order", 0, 1)
    assert judge.gold.counts[1:] == (
        ("right in swapped order", 0, 0),
        ("right in both orders", 0, 0),
        ("same verdict in both orders", 0, 0),
    )


def test_three_samples_of_a_preference_count_as_the_more_frequent():
    lines = [f"p0,A,B,better,j,judge,ab,{said}" for said in "aab"]
    judge = only(pairs("p0,A,B,better,ann,human,ab,a", *lines))[1]
    assert (judge.figure("exact").judge.value, judge.orders.same_order.value) == (
        1,
        pytest.approx(1 / 3),
    )


def test_an_order_that_is_not_known():
    judge = only(pairs("p0,A,B,better,ann,human,,a", "p0,A,B,better,j,judge,,b"))[1]
    assert judge.orders.first_share.reason == "not estimable: the order shown is not known"


def test_a_fine_scale_has_no_agreement_by_category():
    values = {
        name: np.random.default_rng(1).normal(size=120).round(4).tolist()
        for name in ("ann", "ben", "j")
    }
    agreement = only(frame_of(*scored(values)))[0].people.agreement
    assert agreement["gwet_ac2"].reason == agreement["pairwise"].reason
    assert (
        agreement["pairwise"].reason
        == "not estimable: the ratings have more than 101 different values"
    )
    assert agreement["alpha"].value == pytest.approx(1)


def test_without_draws_a_permutation_test_still_has_its_swaps():
    frame = frame_of(*scored(grid(), systems=4))
    none, many = (
        compare(frame, ComparisonSettings(draws=draws)).criteria[0] for draws in (0, 1000)
    )
    assert none.judges[0].pairwise.soft.value == many.judges[0].pairwise.soft.value
    assert [one.p_value for one in none.judge_pairs] == [one.p_value for one in many.judge_pairs]


def test_agreement_among_people_does_not_hang_on_how_often_a_judge_was_asked():
    people = scored({"ann": [1, 2, 3, 1, 2, 3], "ben": [1, 3, 3, 2, 2, 3]})
    asked = [f"i{item},s0,c,j,judge,{value}" for item in range(6) for value in (4, 5)]
    twice, once = (
        only(frame_of(*people, *lines))[0].people.agreement
        for lines in (asked, [*asked[:1], *asked[3:4]])
    )
    assert twice["gwet_ac2"].value == once["gwet_ac2"].value


def test_scores_of_a_tiny_scale_have_a_kappa():
    plain, tiny = (
        {
            name: [value * scale for value in values]
            for name, values in {"ann": ANN, "ben": BEN, "j": JUDGE}.items()
        }
        for scale in (1, 1e-8)
    )
    kappa = [
        only(frame_of(*scored(values, systems=3)))[1].figure("kappa").judge.value
        for values in (plain, tiny)
    ]
    assert kappa[1] == pytest.approx(kappa[0])


def test_the_confusion_of_labels_names_them_and_has_no_ranges():
    words = [f"word{number:02d}" for number in range(14)]
    judge = only(frame_of(*scored({"ann": words, "j": words[::-1]})))[1]
    assert (judge.confusion.labels, judge.confusion.binned) == (tuple(words), False)


def test_systems_drawn_at_random_have_wider_intervals_and_are_a_choice():
    frame = frame_of(*scored(apart(items=12, systems=12), systems=12))
    fixed, drawn = (
        compare(frame, ComparisonSettings(draws=20, systems=systems)).criteria[0]
        for systems in ("fixed", "drawn")
    )
    assert (fixed.resampled, drawn.resampled) == ("items", "items and systems")
    widths = []
    for criterion in (fixed, drawn):
        estimate = criterion.judges[0].figure("pearson_system").judge
        assert -1 <= estimate.low < estimate.value < estimate.high <= 1
        widths.append(estimate.high - estimate.low)
    assert widths[0] < widths[1]
    # A system's own mean is of items alone, whatever systems are.
    assert [one.people for one in fixed.by_system] == [one.people for one in drawn.by_system]


def test_a_perfect_judge_by_system_is_one_and_no_digit_more():
    values = np.random.default_rng(3).normal(3, 1, 40).tolist()
    lines = scored({"ann": values, "ben": values, "j": [2 * value for value in values]}, systems=4)
    judge = compare(frame_of(*lines), QUICK).criteria[0].judges[0]
    for name, statistic in catalogue.STATISTICS.items():
        if statistic.at:
            estimate = judge.figure(name).judge
            assert max(estimate.value, estimate.high or 0) <= 1, name


def test_systems_stand_in_the_order_of_their_names():
    values = [f"i{item},{name},c,ann,human,{item % 3}" for item in range(6) for name in "cab"]
    judged = [f"i{item},{name},c,j,judge,{item % 2}" for item in range(6) for name in "cab"]
    criterion = compare(frame_of(*values, *judged), QUICK).criteria[0]
    assert [one.system for one in criterion.by_system] == ["a", "b", "c"]
