"""Tests of extending a live batch: the new HITs, their cost, and that every invariant still
holds."""

from decimal import Decimal

import pytest
from django.utils import timezone

from hits.batches.amendments import added_to_all, amend_batch, plan_amendment
from hits.batches.publishing import close_batch
from hits.batches.wishes import NotAmendable, Wish
from hits.models import Amendment, Batch
from hits.money.escrow import batch_money
from hits.review.decisions import approve_assignments, reject_assignments
from hits.verification import answers, money, queue
from payments.posting import NotEnoughMoney, available
from people.models import Act
from stimuli.models import Output, System
from tests import world

pytestmark = pytest.mark.django_db
PAIR = "contextual-caption-pair"


def dataset(project, *, items: int, systems: tuple[str, ...] = ("A",)):
    """Return a dataset whose items have the fields that the pair rubric shows."""
    data = world.dataset(project, items=items, systems=systems)
    shown = {"page_title": "P", "section_title": "S", "body": "B", "highlights": ["B"]}
    data.items.update(fields=shown)
    return data


def amend(batch: Batch, key: str = "k", by=None, **wish) -> Amendment:
    made = amend_batch(batch_id=batch.pk, wish=Wish(**wish), key=key, by=by)
    batch.refresh_from_db()
    return made


def promises_kept() -> None:
    """Assert that no check of the queue, responses and money finds a problem."""
    findings = [check.run() for check in [*queue.CHECKS, *answers.CHECKS, *money.CHECKS]]
    assert {each.check.name: list(each.examples) for each in findings if each.count} == {}


def content(batch: Batch) -> list[tuple]:
    rows = batch.assignments.order_by("hit__position", "hit__output_ids", "pk")
    return list(rows.values_list("hit__item", "hit__output_ids", "hit__position", "shown_order"))


def by_hit(batch: Batch) -> dict:
    orders: dict = {}
    for item, outputs, position, shown in content(batch):
        orders.setdefault((item, tuple(outputs), position), []).append(shown)
    return {key: sorted(values) for key, values in orders.items()}


def test_items_and_annotators_in_one_amendment_are_those_of_two(project):
    terms = {"sample_rule": "count", "sample_count": 3, "annotators_per_hit": 2}
    both, apart = (
        world.live_batch(project, dataset(project, items=7), retest_percent=20, **terms)
        for _batch in range(2)
    )
    made = amend(both, kind="items", items=3, annotators=1)
    assert (made.hits, made.assignments, made.in_words) == (
        3,
        3 * 1 + 3 * 3,
        "+3; More annotators per HIT +1",
    )
    parts = [
        amend(apart, "a", kind="annotators", annotators=1),
        amend(apart, kind="items", items=3),
    ]
    assert made.cost == sum(part.cost for part in parts)
    assert [len(shown) for shown in by_hit(both).values()] == [3] * 6
    assert added_to_all(both) == added_to_all(apart) == 1
    amend(both, "more", kind="items", items=1)
    assert [len(shown) for shown in by_hit(both).values()] == [3] * 7
    with pytest.raises(NotAmendable, match="at most"):
        amend(apart, "many", kind="items", items=1, annotators=1000)
    promises_kept()


@pytest.mark.parametrize("rubric", ["image-paragraph", PAIR])
def test_more_items_are_those_that_a_larger_sample_would_have_had(project, rubric):
    data, version = dataset(project, items=7, systems=("A", "B", "C")), world.version(rubric)
    terms = {"rubric": version, "sample_rule": "count", "annotators_per_hit": 2}
    small = world.live_batch(project, data, sample_count=3, **terms)
    large = world.live_batch(project, data, sample_count=6, **terms)
    made = amend(small, kind="items", items=3)
    assert by_hit(small) == by_hit(large)
    assert (made.hits, made.assignments, made.cost) == (9, 18, Decimal("1.08"))
    assert (small.hits_planned, small.hits_made) == (18, 18)
    promises_kept()
    with pytest.raises(NotAmendable, match="you can add: 1. Items must .* system. Enter a smaller"):
        amend(small, "again", kind="items", items=2)


@pytest.mark.parametrize("rubric", ["image-paragraph", PAIR])
def test_more_systems_give_the_hits_that_publishing_would_have_given(project, rubric):
    data, version = dataset(project, items=4, systems=("A", "B", "C")), world.version(rubric)
    draft = world.draft_batch(project, data, rubric=version)
    draft.systems.set(data.systems.exclude(name="B"))
    few, all_at_once = world.publish(draft), world.live_batch(project, data, rubric=version)
    made = amend(few, kind="systems", systems=[data.systems.get(name="B").pk])
    assert set(by_hit(few)) == set(by_hit(all_at_once))
    assert made.details == {"systems": ["B"]}
    assert made.hits == (4 if rubric != PAIR else 8)
    promises_kept()


def test_more_annotators_for_all_then_for_chosen_items_then_more_items(project):
    data = dataset(project, items=4, systems=("A",))
    batch = world.live_batch(project, data, sample_rule="count", sample_count=2)
    names = list(batch.hits.order_by("pk").values_list("item__external_id", flat=True))
    amend(batch, "1", kind="annotators", annotators=1)
    amend(batch, "2", kind="annotators", annotators=3, items_named=names[:1])
    wanted = dict(batch.hits.values_list("item__external_id", "annotators_wanted"))
    assert wanted == {names[0]: 5, names[1]: 2}
    assert batch.assignments.count() == 7
    amend(batch, "3", kind="items", items=1)
    assert sorted(batch.hits.values_list("annotators_wanted", flat=True)) == [2, 2, 5]
    assert batch_money(batch).escrowed == Decimal("0.06") * 9
    promises_kept()
    with pytest.raises(NotAmendable, match="“nothing” was not found"):
        amend(batch, "4", kind="annotators", annotators=1, items_named=["nothing"])


def test_more_annotators_of_a_pair_see_the_order_that_was_shown_least(project):
    data = dataset(project, items=3, systems=("A", "B"))
    batch = world.live_batch(project, data, rubric=world.version(PAIR))
    amend(batch, kind="annotators", annotators=3)
    assert set(map(tuple, by_hit(batch).values())) == {("ab", "ab", "ba", "ba")}
    promises_kept()


def test_the_money_is_there_or_nothing_is_added(project):
    poor = world.project(money="0.12", name="Poor")
    batch = world.live_batch(poor, world.dataset(poor, items=2, systems=("A",)))
    with pytest.raises(NotEnoughMoney, match="This costs 0.12"):
        amend(batch, kind="annotators", annotators=1)
    assert (batch.assignments.count(), Amendment.objects.count()) == (2, 0)
    before = available(project)
    live = world.live_batch(project, dataset(project, items=2, systems=("A",)))
    rita = world.researcher(project)
    for _click in range(2):
        amend(live, "same", by=rita, kind="annotators", annotators=1)
    assert before - available(project) == Decimal("0.24")
    (act,) = Act.objects.filter(verb="amended")
    assert (act.actor, act.after) == (rita, {"annotators": 1, "cost": "0.12"})


def test_work_goes_on_and_is_paid_as_before(project):
    batch = world.live_batch(project, dataset(project, items=1, systems=("A",)))
    done = world.rate(world.annotator(), batch)
    amend(batch, kind="annotators", annotators=1)
    second = world.rate(world.second_annotator(), batch)
    approve_assignments(batch=batch, ids=[done.pk], by=None)
    reject_assignments(batch=batch, ids=[second.pk], reason="Empty.", by=None)
    close_batch(batch_id=batch.pk)
    promises_kept()
    spent = batch_money(batch)
    assert (spent.escrowed, spent.spent, spent.remaining) == (
        Decimal("0.12"),
        Decimal("0.06"),
        Decimal(0),
    )
    with pytest.raises(NotAmendable, match="live or paused"):
        amend(batch, "late", kind="annotators", annotators=1)


def test_the_time_only_gets_longer_also_for_what_is_in_work(project):
    batch = world.live_batch(project, allotted_seconds=600)
    claimed = world.claim(world.annotator(), batch)
    for seconds in (600, 300, 10**9):
        with pytest.raises(NotAmendable, match="longer than the current 600 s"):
            plan_amendment(batch, Wish("time", seconds=seconds))
    made = amend(batch, kind="time", seconds=900)
    assert (made.cost, made.details) == (0, {"seconds": [600, 900]})
    later = claimed.deadline_at
    claimed.refresh_from_db()
    assert (claimed.deadline_at - later).total_seconds() == 300
    following = world.claim(world.second_annotator(), batch)
    assert (following.deadline_at - timezone.now()).total_seconds() == pytest.approx(900, abs=30)


def test_a_system_without_an_output_for_every_item_is_refused(project):
    data = dataset(project, items=2, systems=("A",))
    batch = world.live_batch(project, data)
    half = System.objects.create(dataset=data, name="Half")
    Output.objects.create(item=data.items.first(), system=half, text="A text.")
    with pytest.raises(NotAmendable, match="“Half” has no output for 1 item of"):
        amend(batch, kind="systems", systems=[half.pk])
    with pytest.raises(NotAmendable, match="Enter a number of 1 or more"):
        amend(batch, kind="systems", systems=[data.systems.get(name="A").pk])


def test_a_drawn_choice_of_pairs_takes_no_more_systems(project):
    data = dataset(project, items=2, systems=("A", "B", "C", "D"))
    draft = world.draft_batch(
        project, data, rubric=world.version(PAIR), pairing="random", pairs_per_item=1
    )
    draft.systems.set(data.systems.exclude(name="D"))
    batch = world.publish(draft)
    with pytest.raises(NotAmendable, match="drawn from the published systems"):
        amend(batch, kind="systems", systems=[data.systems.get(name="D").pk])
