"""Tests of predicted power and precision: closed forms, the report, and simulated studies."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from analysis.comparison.compare import compare_criterion
from analysis.comparison.results import PEOPLE, ComparisonSettings
from analysis.data.facts import Facts
from analysis.data.frame import Frame
from analysis.data.units import make_units
from analysis.power.design import Design, Effects, TooFarError, shifts_of
from analysis.power.effects import assumed_effects, estimated_effects
from analysis.power.expecting import compared, expect, told_apart, widths_in
from analysis.power.studies import draw_studies, frame_of, lay_out
from benchmarks import power
from benchmarks.coverage import read, tables_in
from tests.documentation import text_of

SCALE = Facts("c", "c", "ordinal", low=1, high=5)
PAIRS = Facts("c", "c", "nominal", best="none", preference=True)
RANKS = Facts("c", "c", "ordinal", low=1, high=4, best="lowest", ranking=True)
DESIGNS = {
    "a page per output": (Design(SCALE, 30, 3, systems=3, hits_per_item=3), 0.4),
    "all on one page": (Design(SCALE, 30, 2, 3, per_page=3, hits_per_item=1), 0.4),
    "yes or no": (Design(replace(SCALE, low=0, high=1), 40, 2), 0.2),
    "pairs": (Design(PAIRS, 30, 2, 3, per_page=2, hits_per_item=3), 0.4),
    "pairs with a reference": (Design(PAIRS, 30, 2, 3, 2, hits_per_item=2, reference=True), 0.4),
    "ranking": (Design(RANKS, 30, 2, 4, per_page=4, hits_per_item=1), 0.7),
    "ranking of some": (Design(RANKS, 30, 2, 4, per_page=3, hits_per_item=2), 0.6),
}


def test_two_systems_are_a_paired_t_test():
    from statsmodels.stats.power import TTestPower

    design = Design(Facts("c", "c", "interval"), items=25, annotators=2, hits_per_item=2)
    effects = Effects(0.3, 0.2, 0, 0, 0.5, mean=50, spread=10)
    spread = 10 * np.sqrt(2 * (0.2 + 0.5 / 2))
    found = expect(design, effects, 6.0, studies=10_000, printed=200, seed=3)
    assert found.chance.value == pytest.approx(TTestPower().power(6 / spread, 25, 0.05), abs=0.015)
    width = 2 * stats.t.ppf(0.975, 24) * spread / 5 * (1 - 1 / (4 * 24))  # E(s) is less than sigma
    assert found.widths["difference"].value == pytest.approx(width, rel=0.03)
    assert found.widths["difference"].error < 0.02 * width


def test_verdicts_of_one_person_are_one_proportion():
    from statsmodels.stats.power import NormalIndPower
    from statsmodels.stats.proportion import proportion_effectsize

    design = Design(PAIRS, items=150, annotators=1, per_page=2, hits_per_item=1)
    effects = Effects(0, 0, 0, 0, 1, (-1e-9, 1e-9), (-1.0, 0.0, 1.0))
    exact = NormalIndPower().power(proportion_effectsize(0.62, 0.5), 150, 0.05, ratio=0)
    found = expect(design, effects, 0.24, studies=10_000, printed=0, seed=4)
    assert found.chance.value == pytest.approx(exact, abs=0.025)  # the test is a t-test, after all


def test_holm_costs_power_and_items_bring_it():
    design = Design(SCALE, items=60, annotators=2)
    effects = assumed_effects(SCALE, "moderate")
    two, five = (
        expect(replace(design, systems=number, hits_per_item=number), effects, 0.3, printed=0)
        for number in (2, 5)
    )
    more = expect(replace(design, items=120), effects, 0.3, printed=0)
    assert five.chance.value < two.chance.value - 0.1
    assert more.chance.value > two.chance.value + 0.1


@pytest.mark.parametrize("name", DESIGNS)
def test_what_is_predicted_is_what_the_report_says(name):
    design, distance = DESIGNS[name]
    effects = assumed_effects(design.facts, "moderate", per_page=design.per_page)
    shifts = shifts_of(design, effects, distance)
    studies = draw_studies(design, effects, shifts, 8, np.random.default_rng(12))
    last, printed = f"s{design.systems - 1}", []
    for number in range(8):
        frame = frame_of(design, studies, number)
        result = compare_criterion(frame, design.facts, [], ComparisonSettings(draws=0))
        pairs = result.system_tests[PEOPLE].pairs
        printed += [
            pair.adjusted_p < 0.05 for pair in pairs if {pair.first, pair.second} == {"s0", last}
        ]
    assert told_apart(design, studies).tolist() == printed
    assert 0 < sum(printed) < 8


@pytest.mark.parametrize("name", DESIGNS)
def test_a_pilot_tells_the_effects_and_the_distance_is_the_true_one(name):
    design, distance = DESIGNS[name]
    facts, large = design.facts, replace(design, items=1500, people=60)
    effects = assumed_effects(facts, "moderate", per_page=design.per_page)
    shifts = shifts_of(large, effects, distance)
    studies = draw_studies(large, effects, shifts, 1, np.random.default_rng(7))
    frame = frame_of(large, studies, 0)
    found = estimated_effects(make_units(frame, facts), per_page=design.per_page)
    assert found is not None
    for share in ("item", "own", "person", "person_item", "rest"):
        assert getattr(found, share) == pytest.approx(getattr(effects, share), abs=0.07), share
    pairs = (
        compare_criterion(frame, facts, [], ComparisonSettings(draws=0)).system_tests[PEOPLE].pairs
    )
    apart = [
        abs(pair.difference)
        for pair in pairs
        if {pair.first[1:], pair.second[1:]} == {"0", str(design.systems - 1)}
    ]
    assert apart == pytest.approx([distance], abs=0.1)


def test_nothing_is_known_from_one_rating_each_and_no_scale_is_longer_than_itself():
    design, effects = Design(SCALE, 20, 1), assumed_effects(SCALE, "low")
    studies = draw_studies(design, effects, np.zeros(2), 1, np.random.default_rng(0))
    assert estimated_effects(make_units(frame_of(design, studies, 0), SCALE)) is None
    with pytest.raises(TooFarError):
        expect(design, effects, 4.5)


def test_a_judge_makes_means_narrower():
    design = Design(SCALE, 40, 2, judge_samples=4, judged_items=400)
    widths = expect(design, assumed_effects(SCALE, "high"), 0.3, studies=200).widths
    assert widths["judge"].value < 0.9 * widths["mean"].value
    assert set(widths) == {"mean", "difference", "alpha", "judge"}


def test_a_judge_rates_the_outputs_of_its_own_item_on_a_page_of_several():
    design = Design(SCALE, 10, 2, 3, per_page=3, hits_per_item=1, judge_samples=1, judged_items=5)
    effects = assumed_effects(SCALE, "high")
    studies = draw_studies(design, effects, np.zeros(3), 1, np.random.default_rng(5))
    units = make_units(frame_of(design, studies, 0), SCALE)
    (judge,) = units.judges.values()
    assert studies.judge is not None
    assert np.array_equal(units.matrix(judge), studies.judge[0])
    by_people = units.matrix(units.people_means())
    assert np.array_equal(by_people[:10].ravel(), studies.people[0].mean(2).ravel())


def test_widths_are_those_of_the_last_of_many_systems():
    design = Design(SCALE, 12, 1, systems=12, hits_per_item=12)
    effects, chance = assumed_effects(SCALE, "high"), np.random.default_rng(6)
    frame = frame_of(design, draw_studies(design, effects, np.zeros(12), 1, chance), 0)
    pairs = compared(frame, SCALE)[3]
    (last,) = (pair for pair in pairs if {pair.first, pair.second} == {"s0", "s11"})
    width = widths_in(frame, SCALE)["difference"]
    assert width == pytest.approx(last.estimate.high - last.estimate.low)


@pytest.mark.parametrize("studies", [3, pytest.param(60, marks=pytest.mark.long)])
def test_half_of_a_study_predicts_the_widths_of_the_whole(studies):
    kind, step = list(power.designs())[6]
    begun = replace(kind.design, items=40, annotators=2)
    whole = replace(kind.design, items=120, annotators=3)

    def study(design: Design, number: int) -> Frame:
        chance = np.random.default_rng([number, design.items])
        drawn = replace(kind, design=design).seen(1, chance, lay_out(design, chance), step)
        return frame_of(design, drawn, 0)

    predicted, achieved = [], []
    for number in range(studies):
        units = make_units(study(begun, number), SCALE)
        effects = estimated_effects(units)
        people = replace(whole, people=len(units.raters))
        assert effects is not None
        expected = expect(people, effects, 0.3, studies=20, printed=10, seed=number)
        predicted.append({name: width.value for name, width in expected.widths.items()})
        achieved.append(widths_in(study(whole, number), SCALE))
    for name in ("mean", "difference", "alpha"):
        wide = [np.mean([each[name] for each in several]) for several in (predicted, achieved)]
        assert wide[0] == pytest.approx(wide[1], rel=0.06 + 0.3 / studies), name


def test_a_design_of_the_table_again():
    kind, step = list(power.designs())[32]
    row = power.row(0, kind, step, sets=200, predicted=2000, parts=2)
    assert row["predicted"] == pytest.approx(row["achieved"], abs=0.12)


def test_predicted_and_achieved_power_are_within_three_points():
    rows = read(power.RESULTS)["rows"]
    assert len(rows) == 50
    assert {row["studies"] for row in rows} == {4000}
    assert max(abs(row["predicted"] - row["achieved"]) for row in rows) < 0.03
    assert tables_in(text_of("statistics"), power.MARK) == power.table(rows)
