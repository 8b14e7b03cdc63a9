"""Tests of a judge's bias by length and own family, by regression and simulated studies."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.comparison.catalogue import NO_MEAN
from analysis.comparison.compare import compare
from analysis.comparison.covariates.catalogue import NO_MAKER, TOO_FEW
from analysis.comparison.covariates.effects import effects
from analysis.comparison.replicates import Replicates
from analysis.comparison.results import ComparisonSettings
from analysis.data.facts import Facts
from analysis.data.frame import Frame, Labels
from analysis.data.units import make_units
from analysis.report.findings import findings
from analysis.report.paper.metrics import covariates_table
from analysis.report.wording import methods
from analysis.statistics.closeness.within_items import slope_within
from tests.analysis.frames import HEAD, frame_of, held, pairs, scored

MAKERS = {"s0": "Ours", "s1": "Theirs", "s2": "Ours", "j": "Ours"}
ITEMS, SYSTEMS = 12, 3


def drawn(seed: int, items: int = ITEMS, slope: float = 1.0):
    """Return ratings by two people and a judge, and lengths. The judge adds `slope` to the score
    for each doubling of the length."""
    chance = np.random.default_rng(seed)
    doublings = chance.uniform(4, 9, (items, SYSTEMS))
    length = np.round(2**doublings)
    quality = chance.normal(50, 5, length.shape) + 2 * doublings
    people = {name: np.round(quality + chance.normal(0, 4, length.shape)) for name in ("a", "b")}
    judge = quality + slope * (np.log2(length) - 6.5) + chance.normal(0, 4, length.shape)
    return {**people, "j": np.round(judge, 1)}, length


def by_output(length):
    return {(f"i{i}", f"s{s}"): float(size) for (i, s), size in np.ndenumerate(length)}


def found(frame, length, **settings):
    """Return the judge's effects by covariate, and the whole comparison."""
    chosen = ComparisonSettings(draws=10, makers=MAKERS, **settings)
    result = compare(replace(frame, lengths=by_output(length)), chosen)
    return {each.covariate: each for each in result.criteria[0].judges[0].effects}, result


def frame_from(ratings):
    values = {name: table.ravel().tolist() for name, table in ratings.items()}
    return frame_of(*scored(values, systems=SYSTEMS), levels={"c": "interval"})


def slope_by_library(x, y, item=None):
    """Return the least-squares slope, with a dummy for each item or through the origin."""
    import statsmodels.api as sm

    dummies = [] if item is None else [(item == each).astype(float) for each in np.unique(item)]
    return sm.OLS(y, np.column_stack([x, *dummies])).fit().params[0]


def test_effects_are_a_regression_with_a_dummy_for_each_item():
    ratings, length = drawn(1, slope=3.0)
    effect, result = found(frame_from(ratings), length)
    beyond = (ratings["j"] - (ratings["a"] + ratings["b"]) / 2).ravel()
    item = np.repeat(np.arange(ITEMS), SYSTEMS)
    own = np.tile([1.0, 0.0, 1.0], ITEMS)
    for name, x in (("length", np.log2(length.ravel())), ("own_family", own)):
        estimate = effect[name].estimate
        assert estimate.value == pytest.approx(slope_by_library(x, beyond, item))
        assert (estimate.n, effect[name].items) == (ITEMS * SYSTEMS, ITEMS)
        assert estimate.low < estimate.value < estimate.high
    assert effect["length"].estimate.low > 0
    (sentence,) = [each for each in findings(result) if "longer outputs" in each]
    assert sentence.startswith("j favours longer outputs more than people on c (+")
    assert "per doubling of the length" in sentence
    assert sentence.endswith("n = 36 units of 12 items).")
    (line,) = covariates_table(result).rows
    assert line.cells[0] == effect["length"].estimate
    assert "Makers as declared: s0: Ours, s1: Theirs" in methods(result)


def test_in_a_replicate_the_slope_is_that_of_the_rows_that_are_left():
    chance = np.random.default_rng(4)
    item, x, y = np.repeat(np.arange(6), 4), chance.normal(size=24), chance.normal(size=24)
    left = np.array([item != 2, np.arange(24) % 4 != 1, x > -0.5])
    slopes = slope_within(x, y, item, left.astype(float))
    by_library = [slope_by_library(x[rows], y[rows], item[rows]) for rows in left]
    assert slopes == pytest.approx(by_library)


def test_of_pairs_the_difference_of_the_two_outputs_is_what_counts():
    chance = np.random.default_rng(5)
    length = np.round(chance.uniform(20, 900, (30, 2)))
    length[0] = 100  # equal: says nothing
    verdict = chance.choice(["a", "b", "tie"], (30, 3))
    head = [f"i{i},s0,s1,better" for i in range(30)]
    lines = [
        f"{head[i]},{who},human,ab,{verdict[i, n]}" for n, who in enumerate("mn") for i in range(30)
    ]
    # The judge says the same in both orders, except of item 1.
    lines += [f"{head[i]},j,judge,ab,{verdict[i, 2]}" for i in range(30)]
    lines += [f"{head[1]},j,judge,ba,{({'a': 'b', 'b': 'a'}).get(verdict[1, 2], 'tie')}"]
    effect, _result = found(pairs(*lines), length)
    code = np.vectorize({"a": 1.0, "b": -1.0, "tie": 0.0}.get)(verdict)
    code[1, 2] = 0
    beyond = (code[:, 2] - code[:, :2].mean(1)) / 2
    x = np.log2(length[:, 0] / length[:, 1])
    assert effect["length"].estimate.value == pytest.approx(slope_by_library(x, beyond))
    assert (effect["length"].estimate.n, effect["length"].items) == (29, 29)
    assert effect["own_family"].estimate.value == pytest.approx(beyond.mean())


def test_where_the_lowest_is_best_favouring_has_the_other_sign():
    ratings, length = drawn(1)
    frame = frame_from(ratings)
    turned = replace(frame, facts={"c": replace(frame.facts["c"], best="lowest")})
    plain, lowest = (found(each, length)[0]["length"].estimate for each in (frame, turned))
    assert (lowest.value, lowest.low) == pytest.approx((-plain.value, -plain.high))


def test_what_cannot_be_told_has_its_reason():
    ratings, length = drawn(1)
    few = {name: table[:9] for name, table in ratings.items()}
    assert found(frame_from(few), length)[0]["length"].estimate.reason == TOO_FEW
    frame = frame_from(ratings)
    alike, _result = found(frame, np.full_like(length, 80))
    assert (alike["length"].estimate.value, alike["length"].estimate.n) == (None, 0)
    settings = ComparisonSettings(draws=10, makers={"s0": "Ours"})
    judge = compare(frame, settings).criteria[0].judges[0]
    assert [each.estimate.reason for each in judge.effects] == [NO_MAKER]
    assert compare(frame, ComparisonSettings(draws=10)).criteria[0].judges[0].effects == ()
    labels = frame_of(*scored({"a": ["x", "y"], "j": ["x", "x"]}, systems=2))
    assert found(labels, length)[0]["length"].estimate.reason == NO_MEAN
    wide = {**ratings, "j": ratings["j"] * 100}
    assert "two scales" in found(frame_from(wide), length)[0]["length"].estimate.reason


def test_a_table_of_ratings_holds_lengths_of_outputs():
    lines = [HEAD, "i0,s0,c,a,human,3", "i0,s0,,length,length,812"]
    assert held("\n".join(lines)).frame.lengths == {("i0", "s0"): 812}
    with pytest.raises(Exception, match="row 3: the length “long” is not a number of 0 or more"):
        held("\n".join([*lines[:2], "i0,s0,,length,length,long"]))


@pytest.mark.parametrize("studies", [80, pytest.param(3000, marks=pytest.mark.long)])
def test_intervals_hold_a_planted_effect_and_flag_a_judge_without_one_rarely(studies):
    """People like longer outputs too, and the few items have very different lengths. The seeds are
    not those used to choose the correction for few items."""
    chance, error = np.random.default_rng(20261127), 3 * (0.05 * 0.95 / studies) ** 0.5
    for slope in (0.0, 1.0):
        held_it = 0
        for _study in range(studies):
            ratings, length = drawn(int(chance.integers(2**31)), items=20, slope=slope)
            estimate = _quick(ratings, length)
            held_it += estimate.low <= slope <= estimate.high
        assert held_it / studies >= 0.95 - error
        assert held_it / studies <= 0.97 + error


def _quick(ratings, length):
    """Return only the effect of length, from a frame built without reading CSV to save time."""
    items, systems = length.shape
    count, raters = items * systems, len(ratings)
    item, system = (np.tile(axis.ravel(), raters) for axis in np.indices(length.shape))
    none, rater = np.zeros(count * raters, dtype=np.intp), np.repeat(np.arange(raters), count)
    facts = Facts("c", "c", "interval")
    frame = Frame(
        hit=Labels(item * systems + system, tuple(map(str, range(count)))),
        item=Labels(item, tuple(f"i{number}" for number in range(items))),
        system=Labels(system, tuple(f"s{number}" for number in range(systems))),
        other=Labels(none, ("",)),
        criterion=Labels(none, ("c",)),
        target=Labels(none, ("c",)),
        rater=Labels(rater, tuple(ratings)),
        judge=rater == raters - 1,
        position=none.astype(np.int8),
        value=np.concatenate([table.ravel() for table in ratings.values()]),
        facts={"c": facts},
        lengths=by_output(length),
    )
    units = make_units(frame, facts)
    replicates = Replicates.make(items, systems, draws=1, seed=1)
    return effects(units, "j", replicates, {})[0].estimate
