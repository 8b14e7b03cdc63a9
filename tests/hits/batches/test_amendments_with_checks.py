"""Tests of extending a batch that has gold, retests, training and sessions: checks and funds grow
too, and no one sees an output twice."""

from decimal import Decimal

import pytest

from hits.batches.amendments import amend_batch, plan_amendment
from hits.batches.publishing import close_batch, promised
from hits.batches.wishes import NotAmendable, Wish
from hits.models import Assignment, Batch, CheckCredit, Enrolment, GoldKey, TrainingPlace
from hits.money.escrow import batch_money
from hits.money.training_pay import Places, places_of
from hits.queue.claiming import NothingLeft
from hits.queue.sittings import begin_sitting
from hits.review.decisions import approve_assignments
from payments.posting import NotEnoughMoney, available
from quality.training.taking import NotNow, begin
from stimuli.models import Output, System
from tests import world
from tests.hits.queue.test_gold import RULES, draft_with_gold, sound
from tests.quality.study import enrolled, go_through
from tests.quality.study import live as with_training

pytestmark = pytest.mark.django_db
PRICE = Decimal("0.06")
TERMS = {"gold_percent": 20, "retest_percent": 20, "retest_distance": 1}
SITTINGS = {"sitting_hits": 5, "most_sittings": 9, "completion": "drawn"}


def live(**terms) -> Batch:
    """Return a live batch with six sampled items, four gold items and one training item. Its
    dataset has six more items."""
    batch = draft_with_gold(items=17, gold=4, sample_rule="count", sample_count=6, **TERMS, **terms)
    item = batch.dataset.items.order_by("pk")[12]
    training = {"purpose": "training", "rules": RULES, "place": 1}
    outputs = [item.outputs.get().pk]
    GoldKey.objects.create(batch=batch, item=item, output_ids=outputs, **training)
    return world.publish(batch)


def another_system(batch: Batch) -> int:
    system = System.objects.create(dataset=batch.dataset, name="Moss")
    Output.objects.bulk_create(
        Output(item=item, system=system, text="Other words.") for item in batch.dataset.items.all()
    )
    return system.pk


def amend(batch: Batch, key: str = "k", **wish):
    made = amend_batch(batch_id=batch.pk, wish=Wish(**wish), key=key, by=None)
    batch.refresh_from_db()
    return made


def is_paid_for(batch: Batch) -> None:
    assert batch_money(batch).remaining == promised(batch)
    sound()


def work_through(batch: Batch, name: str) -> int:
    """Complete the training, then rate until nothing is left. Return the number of rated HITs. The
    fixed order seed determines which claims are gold HITs and retests."""
    enrolment = enrolled(batch, world.person(name))
    Enrolment.objects.filter(pk=enrolment.pk).update(order_seed=1)
    go_through(enrolment)
    for done in range(100):
        enrolment.refresh_from_db()
        if batch.sitting_hits and not enrolment.sitting_is_open:
            begin_sitting(enrolment_id=enrolment.pk)
        try:
            world.rate(enrolment.annotator, batch)
        except NothingLeft as end:
            if end.code != "sitting_done":
                return done
    raise AssertionError("It never ended.")


ANNOTATORS = ({"kind": "annotators", "annotators": 2}, 0, 12, 8)
ITEMS = ({"kind": "items", "items": 6}, 6, 6, 4)
SYSTEMS = ({"kind": "systems"}, 6, 6, 4)


@pytest.mark.parametrize(
    ("wish", "hits", "assignments", "checks", "terms"),
    [
        *((*wish, {}) for wish in (ANNOTATORS, ITEMS, SYSTEMS)),
        (*SYSTEMS, SITTINGS),
        pytest.param(*ANNOTATORS, SITTINGS, marks=pytest.mark.long),
        pytest.param(*ITEMS, SITTINGS, marks=pytest.mark.long),
    ],
)
def test_what_is_added_has_its_checks_and_all_of_it_can_be_worked_off(
    wish, hits, assignments, checks, terms
):
    batch = live(**terms)
    assert (batch.assignments_planned, batch.checks_planned) == (6, 4)
    if wish["kind"] == "systems":
        wish = wish | {"systems": [another_system(batch)]}
    made = amend(batch, **wish)
    assert (made.hits, made.assignments, made.checks) == (hits, assignments, checks)
    assert made.cost == PRICE * (assignments + checks)
    assert CheckCredit.objects.filter(batch=batch).count() == batch.checks_planned == 4 + checks
    is_paid_for(batch)
    apart = set(batch.gold_keys.values_list("item", flat=True))
    main = batch.hits.filter(purpose="main")
    assert not main.filter(item__in=apart).exists()

    done = [work_through(batch, name) for name in ("Ada", "Ben", "Cleo")]
    answered = Assignment.objects.filter(batch=batch, state="submitted")
    assert (
        sum(done)
        == answered.count()
        == Enrolment.objects.get(batch=batch, annotator__username="Ada").submitted + sum(done[1:])
    )
    assert answered.filter(hit__purpose="main").count() == 6 + assignments
    assert set(answered.values_list("hit__purpose", flat=True)) == {"main", "gold", "retest"}
    is_paid_for(batch)

    approve_assignments(batch=batch, ids=list(answered.values_list("pk", flat=True)), by=None)
    close_batch(batch_id=batch.pk)
    assert batch_money(batch).spent == PRICE * sum(done)
    assert promised(batch) == batch_money(batch).remaining == 0
    sound()


def test_a_budget_is_rounded_once_for_all_that_is_there():
    batch = live()
    assert [amend(batch, str(key), kind="items", items=1).checks for key in range(6)] == [
        1, 1, 0, 1, 1, 0,
    ]  # fmt: skip
    assert batch.checks_planned == 8  # of 12 main HITs, 40 percent of all
    is_paid_for(batch)


def test_more_people_are_trained_and_begin_with_gold():
    batch = with_training(training_pay=Decimal("0.50"), training_people=1, test_retries=0)
    go_through(enrolled(batch))
    second = enrolled(batch, world.second_annotator())
    with pytest.raises(NotNow, match="no money left for training"):
        begin(enrolment_id=second.pk)
    free = available(batch.project)
    made = [amend(batch, "once", kind="people", people=2) for _click in range(2)]
    assert made[0] == made[1]
    assert (made[0].cost, made[0].in_words) == (Decimal("1.00"), "+2")
    assert available(batch.project) == free - 1
    assert places_of(batch) == Places(paid_for=3, remaining=2)
    is_paid_for(batch)
    go_through(second)
    close_batch(batch_id=batch.pk)
    assert (places_of(batch), TrainingPlace.objects.count()) == (Places(2, 0), 2)
    is_paid_for(batch)


def test_the_gold_they_begin_with_is_paid_for_too():
    batch = world.publish(
        draft_with_gold(items=12, gold=4, gold_percent=0, first_checks=2, most_annotators=1)
    )
    for name in ("Ada", "Ben"):
        world.rate(world.person(name), batch)
        world.rate(world.person(name), batch)
    made = amend(batch, kind="people", people=3)
    assert (made.checks, made.cost, batch.checks_planned) == (6, 6 * PRICE, 8)
    for _turn in range(2):
        world.rate(world.person("Cleo"), batch)
    first_two = Assignment.objects.filter(batch=batch).order_by("sequence")
    purposes = {
        name: list(
            first_two.filter(annotator__username=name).values_list("hit__purpose", flat=True)
        )
        for name in ("Ada", "Ben", "Cleo")
    }
    assert purposes == {"Ada": ["gold"] * 2, "Ben": ["main"] * 2, "Cleo": ["gold"] * 2}
    is_paid_for(batch)


def test_people_are_added_only_where_their_number_is_paid_for_and_with_money():
    with pytest.raises(NotAmendable, match="add people only if"):
        plan_amendment(live(), Wish("people", people=1))
    batch = with_training(training_pay=Decimal(5), training_people=1)
    with pytest.raises(NotAmendable, match="Enter a number of 1 or more"):
        plan_amendment(batch, Wish("people"))
    with pytest.raises(NotAmendable, match="Choose a number from 1 to 1000"):
        plan_amendment(batch, Wish("people", people=1001))
    before = batch.amendments.count(), TrainingPlace.objects.count()
    with pytest.raises(NotEnoughMoney):
        amend(batch, kind="people", people=250)
    assert (batch.amendments.count(), TrainingPlace.objects.count()) == before
