"""Tests of sampling and its price, with the numbers of a real study."""

import hashlib
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hits.batches.cost_preview import cost_preview
from hits.batches.sampling import (
    SampleError,
    drawn_ids,
    eligible_count,
    fraction_count,
    round_count,
    sample_ids,
    stratified_ids,
)
from hits.models import Batch, LeftOutItem
from payments.fees import fee_per_assignment
from stimuli.models import Item, Output
from tests import world
from tests.analysis.statistics.shared_data import FOLDER

IDS = FOLDER / "image_paragraphs/test_image_ids.txt"
SIX = ("Heron-XL", "Heron-S", "Lantern-2", "Moss-7B", "Quill", "Baseline")
FIRST_TEN = [
    *("2355228", "2347209", "2360179", "2385827", "2371522", "2389884", "2366677", "2370909"),
    *("2318004", "2388787"),
]
LAST_TEN = [
    *("2416722", "2385479", "2390742", "2361596", "2412937", "2385035", "2345526", "2394956"),
    *("2341344", "2373598"),
]
pytestmark = pytest.mark.django_db


def real_ids() -> list[str]:
    if not IDS.exists():
        pytest.skip("the list of the 2,489 image ids is not on this machine")
    return IDS.read_text().split()


def test_sample_follows_the_published_formula():
    ids = [str(number) for number in range(100)]
    by_hand = sorted(ids, key=lambda one: hashlib.sha256(f"42:{one}".encode()).hexdigest())[:10]
    assert sample_ids(ids, seed=42, count=10) == by_hand


def test_first_and_last_ten_of_the_real_sample():
    sample = sample_ids(real_ids(), seed=20261121, count=498)
    assert len(sample) == len(set(sample)) == 498
    assert sample[:10] == FIRST_TEN
    assert sample[-10:] == LAST_TEN


def test_fraction_rounds_half_up():
    assert [
        fraction_count(2489, Decimal("0.2")),
        fraction_count(5, Decimal("0.5")),
        fraction_count(3, Decimal("0.5")),
    ] == [498, 3, 2]


def test_stated_count_has_two_significant_digits():
    assert [round_count(number) for number in (7, 37, 498, 1249, 1250)] == [7, 37, 500, 1200, 1300]


def mission(**sample) -> Batch:
    owner = world.project()
    ids = real_ids()
    data = world.dataset(owner, items=len(ids), systems=SIX)
    items = list(data.items.order_by("pk"))
    for item, external_id in zip(items, ids, strict=True):
        item.external_id = external_id
    type(items[0]).objects.bulk_update(items, ["external_id"])
    return world.draft_batch(owner, data, **sample)


def test_mission_by_fraction_and_by_count():
    batch = mission(sample_rule="fraction", sample_fraction=Decimal("0.2"))
    first, second = cost_preview(batch).readings
    assert (first.reading.count, first.cost.hits, first.cost.total) == (
        498,
        2988,
        Decimal("179.28"),
    )
    assert (second.reading.count, second.cost.hits, second.cost.total) == (
        500,
        3000,
        Decimal("180.00"),
    )
    assert (first.cost.reward, first.cost.fee) == (Decimal("149.40"), Decimal("29.88"))
    batch.sample_rule, batch.sample_count = "count", 500
    batch.save(update_fields=["sample_rule", "sample_count"])
    first, second = cost_preview(batch).readings
    assert (first.reading.count, first.cost.hits, first.cost.total) == (
        500,
        3000,
        Decimal("180.00"),
    )
    assert (second.reading.count, second.cost.total) == (498, Decimal("179.28"))


@pytest.mark.long
def test_published_sample_is_the_formulas_and_the_same_for_every_system():
    batch = mission(sample_rule="fraction", sample_fraction=Decimal("0.2"))
    world.publish(batch)
    expected = sample_ids(real_ids(), seed=batch.seed, count=498)
    shown = world.shown_systems(batch)
    for system in batch.systems.all():
        rated = [item for item, name in shown if name == system.name]
        assert sorted(rated) == sorted(expected)
    assert (batch.hits.count(), batch.assignments.count()) == (2988, 2988)


@pytest.mark.parametrize(
    ("reward", "annotators", "fee"),
    [
        *(("0.05", 1, "0.01"), ("0.01", 1, "0.01"), ("0.12", 9, "0.02"), ("0.125", 1, "0.03")),
        *(("0.12", 10, "0.05"), ("1.00", 10, "0.40")),
    ],
)
def test_mturk_fee(reward, annotators, fee):
    assert fee_per_assignment(
        rule="mturk", reward=Decimal(reward), flat_fee=Decimal(0), annotators_per_hit=annotators
    ) == Decimal(fee)


def test_count_beyond_the_items_says_what_to_do():
    batch = world.draft_batch(world.project(), sample_rule="count", sample_count=3)
    with pytest.raises(SampleError) as error:
        cost_preview(batch)
    assert str(error.value) == (
        "Sample: The sample cannot have 3 items. Number of items with an output from every chosen system: 2. "
        "Choose 1 to 2 items, or choose systems with outputs for more items."
    )


def test_items_without_every_system_are_not_eligible():
    owner = world.project()
    data = world.dataset(owner, items=3)
    data.items.first().outputs.first().delete()
    assert cost_preview(world.draft_batch(owner, data)).eligible == 2


def _whole(batch) -> list[str]:
    """Return the ids of the eligible items, computed one by one for comparison."""
    left_out = set(LeftOutItem.objects.filter(batch=batch).values_list("item", flat=True))
    items = Item.objects.filter(dataset=batch.dataset_id).exclude(pk__in=left_out)
    return [item.external_id for item in items if item.outputs.count() == 2]


@pytest.mark.django_db
@pytest.mark.parametrize("whole", [3, 30])
def test_the_beginning_is_of_the_items_that_take_part(whole):
    """This must also hold if few of the first items in the sample order are eligible."""
    project = world.project()
    data = world.dataset(project, items=40)
    world.dataset(project, items=5)  # is not counted
    batch = world.draft_batch(project, data)
    items = list(data.items.order_by("-external_id"))
    Output.objects.filter(item__in=items[whole + 1 :], system__name="Moss").delete()
    by = world.researcher(project)
    LeftOutItem.objects.create(batch=batch, item=items[0], check_name="x", left_out_by=by)
    LeftOutItem.objects.create(batch=batch, item=items[-1], check_name="x", left_out_by=by)
    assert eligible_count(batch) == len(_whole(batch)) == whole
    expected = sample_ids(_whole(batch), seed=batch.seed, count=2)
    assert drawn_ids(batch, most=2) == expected
    listed = [items[1].external_id, items[2].external_id, items[-2].external_id]
    Batch.objects.filter(pk=batch.pk).update(sample_rule="list", sample_ids=listed)
    batch.refresh_from_db()
    assert eligible_count(batch) == 2
    assert drawn_ids(batch, most=5) == sample_ids(listed[:2], seed=batch.seed, count=2)


@pytest.mark.django_db
def test_the_first_of_a_stratified_sample_are_those_of_the_formula():
    """Small samples need only the first items of the order. Larger ones rank all items."""
    project = world.project()
    by = world.researcher(project)
    data = world.dataset(project, items=60, systems=("Heron",))
    items = list(data.items.order_by("pk"))
    strata = {
        item.external_id: "rare" if place < 3 else "often" for place, item in enumerate(items)
    }
    for item in items:
        item.fields = {"theme": strata[item.external_id]}
    Item.objects.bulk_update(items, ["fields"])
    for seed in range(6):
        batch = world.draft_batch(project, data, seed=seed, stratify_by="theme")
        expected = stratified_ids(strata, seed=seed, count=60)
        with CaptureQueriesContext(connection) as queries:
            assert drawn_ids(batch, most=5) == expected[:5]
        assert not any("row_number()" in query["sql"] for query in queries)
        assert [drawn_ids(batch, most=most) for most in (16, 60)] == [expected[:16], expected]
        apart = items[seed].external_id
        LeftOutItem.objects.create(batch=batch, item=items[seed], check_name="x", left_out_by=by)
        rest = {item: theme for item, theme in strata.items() if item != apart}
        assert drawn_ids(batch, most=5) == stratified_ids(rest, seed=seed, count=5)
