"""Tests with sixteen concurrent annotators: no one rates a HIT twice, no HIT gets too many
responses, and payments are exact."""

import threading
from collections import Counter
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from hits.batches.publishing import close_batch, promised
from hits.models import Answer, Assignment, Enrolment
from hits.money.bonuses import pay_bonus
from hits.money.escrow import batch_money
from hits.queue.claiming import NothingLeft, claim_assignment, enrol
from hits.queue.releasing import expire, release_expired, return_assignment
from hits.queue.submitting import AssignmentLost, submit_assignment
from hits.review.decisions import approve_assignments, overturn_rejections, reject_assignments
from payments.models import Transaction
from payments.paying import earned
from payments.payouts import record_payouts
from payments.posting import NotEnoughMoney, available
from payments.reversals import reverse_transaction
from people.models import Act
from tests import world
from tests.locks import locked_by_another

THREADS, ANNOTATORS = 16, 3
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def in_threads(count, work) -> list[BaseException]:
    """Run `work(number)` in `count` threads that start together. Return the exceptions they
    raised."""
    gate, raised = threading.Barrier(count), []

    def one(number):
        try:
            gate.wait()
            work(number)
        except BaseException as error:  # noqa: BLE001 - reported by the test
            raised.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return raised


def test_sixteen_people_share_a_small_batch():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=10), annotators_per_hit=ANNOTATORS)
    people = [world.person(f"annotator-{number}") for number in range(THREADS)]
    acknowledged: list[int] = []

    def work(number):
        me = people[number]
        enrol(annotator=me, batch=batch, consent_given=True)
        for turn in range(100):
            try:
                claimed = claim_assignment(annotator=me, batch=batch)
            except NothingLeft:
                return
            if (number + turn) % 7 == 0:
                return_assignment(annotator=me, assignment_id=claimed.pk)
                continue
            for _click in range(2):  # a double click
                submit_assignment(annotator=me, assignment_id=claimed.pk, raw=world.GOOD)
            acknowledged.append(claimed.pk)

    assert in_threads(THREADS, work) == []
    answered = Assignment.objects.filter(batch=batch, state="submitted")
    per_hit = Counter(answered.values_list("hit_id", flat=True))
    assert max(per_hit.values()) <= ANNOTATORS
    assert max(Counter(answered.values_list("hit_id", "annotator_id")).values()) == 1
    assert sorted(acknowledged) == sorted(answered.values_list("pk", flat=True))
    assert Answer.objects.count() == 5 * len(acknowledged)
    assert (
        len(acknowledged) + Assignment.objects.filter(batch=batch, state="free").count()
        == 20 * ANNOTATORS
    )
    assert batch_money(batch).remaining == promised(batch)

    half = list(answered.order_by("pk").values_list("pk", flat=True))
    in_threads(4, lambda _number: approve_assignments(batch=batch, ids=half, by=None))
    close_batch(batch_id=batch.pk)
    money = batch_money(batch)
    assert (money.paid, money.fees) == (len(half) * Decimal("0.05"), len(half) * Decimal("0.01"))
    assert money.escrowed - money.paid - money.fees - money.refunded == 0


def test_what_another_connection_is_at_is_passed_over():
    batch, ben = world.live_batch(world.project()), world.second_annotator()
    late = [world.claim(person, batch) for person in (world.annotator(), ben)]
    batch.assignments.filter(state="claimed").update(
        accepted_at=timezone.now() - timedelta(days=2),
        deadline_at=timezone.now() - timedelta(days=1),
    )
    with locked_by_another(late[0]):
        assert release_expired() == 1
    assert [Assignment.objects.get(pk=one.pk).state for one in late] == ["claimed", "expired"]
    first, second = batch.assignments.filter(state="free").exclude(hit=late[1].hit)[:2]
    Enrolment.objects.filter(annotator=ben).update(candidates=[first.pk, second.pk])
    with locked_by_another(first):
        assert world.claim(ben, batch) == second


def test_one_person_in_eight_tabs_holds_one_hit():
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed: list[int] = []

    def work(_number):
        enrol(annotator=ann, batch=batch, consent_given=True)
        claimed.append(claim_assignment(annotator=ann, batch=batch).pk)

    assert in_threads(8, work) == []
    assert len(set(claimed)) == 1
    assert Assignment.objects.filter(batch=batch, state="claimed").count() == 1


def test_late_answers_and_a_new_claim_of_the_same_hit_do_not_collide():
    owner, ann = world.project(), world.annotator()
    data = world.dataset(owner, items=1, systems=("Heron",))
    for _turn in range(12):
        batch = world.live_batch(owner, data, annotators_per_hit=2)
        late = world.claim(ann, batch)
        expire(assignment=late)

        def work(number, batch=batch, late=late):
            if number:
                submit_assignment(annotator=ann, assignment_id=late.pk, raw=world.GOOD)
            else:
                claim_assignment(annotator=ann, batch=batch)

        raised = in_threads(2, work)
        # Whoever comes second is told so; the database never has to refuse.
        assert [type(error) for error in raised] in [[AssignmentLost], [NothingLeft]], raised


def test_eight_bonuses_at_once_never_spend_more_than_there_is():
    owner = world.project(money="3.24")
    batch, ann = world.live_batch(owner), world.annotator()
    done = world.rate(ann, batch)
    paid: list[bool] = []

    def work(number):
        paid.append(pay_bonus(assignment=done, amount=Decimal(1), reason="Good.", key=str(number)))

    refused = in_threads(8, work)
    assert [type(error) for error in refused] == [NotEnoughMoney] * 5
    assert paid == [True] * 3
    assert (available(owner), earned(project=owner, annotator=ann)) == (
        Decimal("0.00"),
        Decimal("3.00"),
    )


def test_one_form_sent_eight_times_at_once_pays_once():
    owner = world.project()
    batch, ann = world.live_batch(owner), world.annotator()
    done = world.rate(ann, batch)
    approve_assignments(batch=batch, ids=[done.pk], by=None)
    recorded: list[bool | int] = []

    def work(_number):
        recorded.append(pay_bonus(assignment=done, amount=Decimal(1), reason="Good.", key="k"))
        recorded.append(record_payouts(project=owner, name="may"))

    assert in_threads(8, work) == []
    assert sum(recorded) == 2
    reversed_now: list[bool] = []
    payout = Transaction.objects.get(kind="payout")
    assert (
        in_threads(
            8,
            lambda _n: reversed_now.append(
                reverse_transaction(transaction_id=payout.pk, reason="x")
            ),
        )
        == []
    )
    assert sum(reversed_now) == 1
    assert earned(project=owner, annotator=ann) == Decimal("1.05")


def test_the_acts_of_approvals_at_once_count_each_response_once():
    """Each thread approves all responses. Some ids are repeated, and some responses are already
    decided."""
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=4))
    ids = sorted(world.rate(world.annotator(), batch).pk for _turn in range(8))
    reject_assignments(batch=batch, ids=ids[:1], reason="Empty.", by=None)
    assert approve_assignments(batch=batch, ids=[ids[1], ids[1], ids[0]], by=None) == 1
    approved: list[int] = []

    def work(_number):
        approved.append(approve_assignments(batch=batch, ids=[*ids, *ids[:3], 0], by=None))

    assert in_threads(THREADS, work) == []
    assert overturn_rejections(batch=batch, ids=[*ids, ids[0]], by=None) == 1
    acts = Act.objects.filter(verb="approved").order_by("pk").values_list("after", flat=True)
    noted = [(after["answers"], Decimal(after["amount"])) for after in acts]
    price = Decimal("0.06")  # the reward and the fee
    assert noted == [(1, price), (6, 6 * price), (1, price)]
    assert sorted(approved) == [0] * (THREADS - 1) + [6]
    payments = Transaction.objects.filter(kind="approval", batch=batch).values_list("assignment")
    assert sorted(pk for (pk,) in payments) == ids
