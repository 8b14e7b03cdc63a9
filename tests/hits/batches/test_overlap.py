"""Tests of overlap: every item gets one annotator, and a share of the items gets more."""

from collections import Counter
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from hits.batches.amendments import amend_batch
from hits.batches.cost_preview import cost_preview
from hits.batches.publishing import cancel_publishing, publish_batch, take_back_publication
from hits.batches.sampling import sample_ids
from hits.batches.wishes import Wish
from hits.models import Batch
from hits.money.escrow import batch_money
from hits.money.reconciliation import reconcile
from hits.verification import answers, checks, money, queue
from payments.posting import available
from tests import world
from tests.hits.batches.test_designs import draft, placed, spread

pytestmark = pytest.mark.django_db
OVERLAP = {"overlap_percent": 10, "overlap_annotators": 3}


def promises_kept() -> None:
    """Assert that no check finds a problem and that the ledger reconciles."""
    names = [*queue.CHECKS, *answers.CHECKS, *checks.CHECKS, *money.CHECKS]
    findings = [check.run() for check in names]
    assert {each.check.name: list(each.examples) for each in findings if each.count} == {}
    assert [line for line in reconcile() if line.balance != line.expected] == []


def wanted(batch: Batch) -> dict[str, set[int]]:
    """Return the numbers of annotators that each item's HITs need, by the item's external id."""
    numbers: dict[str, set[int]] = {}
    for item, number in batch.hits.values_list("item__external_id", "annotators_wanted"):
        numbers.setdefault(item, set()).add(number)
    return numbers


def test_everything_once_and_ten_percent_three_times():
    project = world.project()
    data = world.dataset(project, items=20)
    names = list(data.items.values_list("external_id", flat=True))
    batch = world.draft_batch(project, data, **OVERLAP)
    cost = cost_preview(batch).cost
    assert (cost.hits, cost.assignments, cost.total) == (40, 48, Decimal("2.88"))
    world.publish(batch)
    batch.refresh_from_db()
    thrice = sample_ids(names, seed=batch.seed, count=2)
    assert wanted(batch) == {name: {3 if name in thrice else 1} for name in names}
    assert batch.assignments.count() == batch.assignments_planned == 48
    assert batch_money(batch).escrowed == Decimal("2.88")
    promises_kept()


@pytest.mark.parametrize(
    ("systems", "per_page", "terms"),
    [
        (3, 2, {}),
        (4, 3, {}),
        (5, 3, {"reference": "C"}),
        (5, 3, {"pairing": "balanced", "pairs_per_item": 2}),
        (4, 2, {"pairing": "balanced", "pairs_per_item": 3}),
        (4, 2, {"pairing": "random", "pairs_per_item": 2}),
    ],
)
def test_each_design_keeps_its_balance(systems, per_page, terms):
    overlap = {"overlap_percent": 40, "overlap_annotators": 4}
    batch = world.publish(draft(systems, per_page, items=7, **overlap, **terms))
    assert sorted(map(sorted, wanted(batch).values())) == [[1]] * 4 + [[4]] * 3
    counts = placed(batch)
    for members in {tuple(shown[1:]) for shown in world.shown_systems(batch)}:
        name, places = "".join(members), range(1, per_page + 1)
        assert spread(counts, [(name, each, place) for each in members for place in places]) <= 1
    assert batch.assignments.count() == batch.assignments_planned


def amend(batch: Batch, key: str, **wish):
    made = amend_batch(batch_id=batch.pk, wish=Wish(**wish), key=key, by=None)
    batch.refresh_from_db()
    return made


def test_amendments_keep_the_share_and_pay_for_it():
    project = world.project()
    data = world.dataset(project, items=12, systems=("A", "B"))
    batch = world.draft_batch(
        project, data, sample_rule="count", sample_count=4, **OVERLAP | {"overlap_percent": 50}
    )
    batch.systems.set(data.systems.filter(name="A"))
    world.publish(batch)
    batch.refresh_from_db()
    assert sorted(wanted(batch).values(), key=max) == [{1}, {1}, {3}, {3}]
    made = amend(batch, "items", kind="items", items=3)
    assert (made.hits, made.assignments) == (3, 7), "4 of 7 items have three"
    made = amend(batch, "all", kind="annotators", annotators=1)
    assert (made.hits, made.assignments) == (0, 7)
    made = amend(batch, "systems", kind="systems", systems=[data.systems.get(name="B").pk])
    assert (made.hits, made.assignments) == (7, 22)
    assert Counter(map(tuple, wanted(batch).values())) == {(2,): 3, (4,): 4}
    assert batch.assignments.count() == batch.assignments_planned == 44
    assert batch_money(batch).escrowed == Decimal("0.06") * 44
    promises_kept()


def test_an_amendment_pays_for_the_checks_that_go_with_it():
    project = world.project()
    data = world.dataset(project, items=12, systems=("A",))
    terms = {"sample_rule": "count", "sample_count": 8, "retest_percent": 20}
    batch = world.live_batch(project, data, **terms)
    assert batch.checks_planned == 2
    made = amend(batch, "items", kind="items", items=4)
    assert (made.assignments, made.checks, made.cost) == (4, 1, Decimal("0.30"))
    made = amend(batch, "all", kind="annotators", annotators=1)
    assert (made.assignments, made.checks, batch.checks_planned) == (12, 3, 6)
    promises_kept()


def test_a_cancelled_publication_gives_all_of_it_back():
    project = world.project()
    before, owner = available(project), world.owner(project)
    batch = world.draft_batch(project, world.dataset(project, items=20), **OVERLAP)
    publish_batch(batch_id=batch.pk, by=owner)
    promises_kept()
    assert cancel_publishing(batch_id=batch.pk, by=owner)
    take_back_publication(batch_id=batch.pk)
    batch.refresh_from_db()
    assert (batch.state, batch.assignments_planned, available(project)) == ("draft", 0, before)
    promises_kept()


@pytest.mark.parametrize(
    "terms",
    [
        {"overlap_percent": 10},
        {"overlap_annotators": 3},
        {"overlap_percent": 10, "overlap_annotators": 2, "annotators_per_hit": 2},
    ],
)
def test_half_a_wish_is_refused_in_words_and_by_the_database(terms):
    batch = world.draft_batch(world.project())
    for name, value in terms.items():
        setattr(batch, name, value)
    with pytest.raises(ValidationError, match="enter the share of these items"):
        batch.validate_constraints()
    with pytest.raises(IntegrityError, match="batch_overlap_stated"), transaction.atomic():
        batch.save()
