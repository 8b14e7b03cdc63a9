"""Tests of gold results, retest consistency, and gold HITs with a wrong key."""

import pytest

from hits.models import Assignment, Batch, Enrolment
from quality.figures import wilson
from quality.gold.passing import result
from quality.gold.retiring import NoReason, retire_gold
from quality.gold.uploading import set_gold
from quality.results import (
    GoldOutcome,
    GoldResult,
    RetestResult,
    gold_by_annotator,
    outcomes_by_gold,
    retests_by_annotator,
)
from surveys.versions.storing import load_version
from tests import world
from tests.hits.batches.test_designs import RUBRIC

BAD = dict.fromkeys(world.GOOD, "3")


def with_rules(tmp_path, rules: str, *, gold: int = 1, rubric=None, **terms) -> Batch:
    """Return a published batch whose first `gold` HITs are gold HITs, each with these rules."""
    owner = world.project()
    systems = ("Heron", "Moss") if rubric else ("Heron",)
    data = world.dataset(owner, items=gold + 8, systems=systems)
    if rubric:
        terms["rubric"] = load_version(source=rubric, project=owner)
    shares = {"first_checks": gold, "most_annotators": 9, "annotators_per_hit": 3}
    batch = world.draft_batch(owner, data, **(shares | terms))
    rows = [
        f"item-{number},{'|'.join(systems)},{rule}"
        for number in range(1, gold + 1)
        for rule in rules.split(";")
    ]
    path = tmp_path / "gold.csv"
    path.write_text("\n".join(["item,systems,question,accepted", *rows]))
    set_gold(batch_id=batch.pk, path=path, by=None)
    return world.publish(batch)


def results(batch: Batch) -> dict[str, GoldResult]:
    enrolments = {each.pk: each.annotator.username for each in Enrolment.objects.all()}
    return {enrolments[pk]: each for pk, each in gold_by_annotator(batch, enrolments).items()}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rules", "passes"),
    [
        ("coherence,1", True),
        ("coherence,2|3", False),
        ("coherence,1..2", True),
        ("coherence,2..3", False),
        ("coherence,1;syntax,1", True),
        ("coherence,1;syntax,2", False),
        ("coherence,<= syntax", True),
        ("coherence,< syntax", False),
        ("coherence,>= syntax", True),
        ("coherence,> syntax", False),
    ],
)
def test_gold_is_passed_where_every_rule_holds(tmp_path, rules, passes):
    batch = with_rules(tmp_path, rules)
    world.rate(world.annotator(), batch)
    assert results(batch) == {"ann": GoldResult(int(passes), 1)}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rules", "others", "counted"),
    [
        ("a.quality,1", {"b.quality": "2"}, {}),
        ("a.quality,> b.quality", {"b.quality": "2"}, {}),
        ("b.quality,< a.quality", {"b.quality": "2"}, {}),
        ("a.quality,1;b.quality,2", {"b.quality": "2"}, {"ann": GoldResult(1, 1)}),
        ("a.quality,1;b.quality,1", {"b.quality": "2"}, {"ann": GoldResult(0, 1)}),
    ],
)
def test_what_a_person_cannot_judge_neither_passes_nor_fails(tmp_path, rules, others, counted):
    scale = "kind: scale, low: 1, high: 3, per_output: true, cannot_judge: true"
    rubric = RUBRIC.format(per_page=2).replace("kind: ranking", scale)
    batch = with_rules(tmp_path, rules, rubric=rubric)
    rated = world.rate(world.annotator(), batch, others | {"a.rank.cannot_judge": "Cut off."})
    assert results(batch) == counted
    (key,) = batch.gold_keys.all()
    values = {answer.key: answer.value for answer in rated.answers.all()}
    assert result(key.rules, values) == {GoldResult(1, 1): True, GoldResult(0, 1): False}.get(
        counted.get("ann")
    )


@pytest.mark.django_db
def test_an_order_holds_whichever_side_an_output_stood_on(tmp_path):
    batch = with_rules(tmp_path, "a.quality,< b.quality", gold=4, rubric=RUBRIC.format(per_page=2))
    for _turn in range(4):
        world.rate(world.annotator(), batch, {"a.quality": "1", "b.quality": "2"})
    orders = set(Assignment.objects.filter(state="submitted").values_list("shown_order", flat=True))
    assert orders == {"ab", "ba"}
    assert results(batch) == {"ann": GoldResult(4, 4)}


@pytest.mark.django_db
def test_main_answers_and_open_checks_are_no_results(tmp_path):
    batch = with_rules(tmp_path, "coherence,1", gold=2)
    world.claim(world.annotator(), batch)
    assert results(batch) == {}
    for _turn in range(4):
        world.rate(world.annotator(), batch, BAD)
    assert results(batch) == {"ann": GoldResult(0, 2)}


@pytest.mark.django_db
def test_gold_that_good_annotators_fail_is_reported_and_retiring_it_undoes_its_results(tmp_path):
    batch = with_rules(tmp_path, "coherence,1", gold=4)
    wrong = batch.gold_keys.order_by("pk")[2]
    for name in ("ann", "ben", "cleo"):
        for _turn in range(4):
            claimed = world.claim(world.person(name), batch)
            is_wrong = claimed.hit.output_ids == wrong.output_ids
            world.submit(claimed, BAD if is_wrong else world.GOOD)
    for _turn in range(4):
        world.rate(world.person("dora"), batch, BAD)
    outcomes = outcomes_by_gold(batch)
    assert outcomes.pop(wrong.pk) == GoldOutcome(4, 4, good=3, failed_by_good=3)
    assert set(outcomes.values()) == {GoldOutcome(4, 1, good=0, failed_by_good=0)}
    assert GoldOutcome(4, 4, 3, 3).is_doubtful
    assert not GoldOutcome(9, 4, 9, 3).is_doubtful
    assert results(batch)["ann"] == GoldResult(3, 4)
    with pytest.raises(NoReason):
        retire_gold(key_id=wrong.pk, reason=" ", by=None)
    assert retire_gold(key_id=wrong.pk, reason="Its answer is wrong.", by=None)
    assert not retire_gold(key_id=wrong.pk, reason="Again.", by=None)
    assert results(batch)["ann"] == GoldResult(3, 3)
    assert wrong.pk not in outcomes_by_gold(batch)


@pytest.mark.django_db
def test_retests_are_held_against_the_first_answer():
    owner = world.project()
    batch = world.live_batch(
        owner,
        world.dataset(owner, items=20, systems=("Heron",)),
        retest_percent=50,
        retest_distance=1,
    )
    ann, retests = world.annotator(), 0
    for _turn in range(20):
        claimed = world.claim(ann, batch)
        is_retest = claimed.hit.purpose == "retest"
        retests += is_retest
        world.submit(claimed, world.GOOD | ({"syntax": "2"} if is_retest else {}))
    assert retests > 3
    (enrolment,) = Enrolment.objects.all()
    assert retests_by_annotator(batch, [enrolment.pk]) == {
        enrolment.pk: RetestResult(retests, 5 * retests, 4 * retests)
    }


@pytest.mark.parametrize(("part", "whole"), [(0, 5), (3, 7), (9, 9), (40, 100)])
def test_wilson_is_what_statsmodels_computes(part, whole):
    from statsmodels.stats.proportion import proportion_confint

    assert wilson(part, whole) == pytest.approx(
        proportion_confint(part, whole, method="wilson"), abs=1e-6
    )


def test_a_share_of_nothing_may_be_any():
    assert wilson(0, 0) == (0.0, 1.0)
