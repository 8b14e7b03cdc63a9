"""Tests of an annotator's earnings: awaiting approval, earned and paid out, for each project."""

from decimal import Decimal

import pytest

from hits.money.bonuses import pay_bonus
from hits.money.earnings import money_by_project
from hits.review.decisions import approve_assignments, reject_assignments
from payments.models import Transaction
from payments.paying import pay_out
from payments.reversals import reverse_transaction
from tests import world

pytestmark = pytest.mark.django_db


def told(annotator):
    return [
        (one.name, one.pending, one.earned, one.paid, one.due)
        for one in money_by_project(annotator)
    ]


def test_waiting_work_is_promised_before_anything_is_earned():
    ann, ben = world.annotator(), world.second_annotator()
    assert told(ann) == []
    owner = world.project(name="Harbour")
    batch = world.live_batch(owner)
    first, second, third = (world.rate(ann, batch) for _turn in range(3))
    assert told(ann) == [("Harbour", Decimal("0.15"), 0, 0, 0)]
    approve_assignments(batch=batch, ids=[first.pk], by=None)
    reject_assignments(batch=batch, ids=[second.pk], reason="Empty.", by=None)
    assert told(ann) == [("Harbour", Decimal("0.05"), Decimal("0.05"), 0, Decimal("0.05"))]
    assert told(ben) == []
    approve_assignments(batch=batch, ids=[third.pk], by=None)
    assert told(ann) == [("Harbour", 0, Decimal("0.10"), 0, Decimal("0.10"))]


def test_each_project_stands_alone_and_a_reversed_payout_is_due_again():
    ann = world.annotator()
    near, far = world.project(name="Harbour"), world.project(name="Island")
    for owner in (near, far):
        batch = world.live_batch(owner)
        done = world.rate(ann, batch)
        approve_assignments(batch=batch, ids=[done.pk], by=None)
        world.rate(ann, batch)
    pay_bonus(assignment=done, amount=Decimal("1.00"), key="b", by=None, reason="Careful.")
    pay_out(project=near, annotator=ann, amount=Decimal("0.05"), key="p", by=None)
    cents = Decimal("0.05")
    assert told(ann) == [
        ("Harbour", cents, cents, cents, 0),
        ("Island", cents, Decimal("1.05"), 0, Decimal("1.05")),
    ]
    reverse_transaction(
        transaction_id=Transaction.objects.get(kind="payout").pk, by=None, reason="Returned."
    )
    assert told(ann)[0] == ("Harbour", cents, cents, 0, cents)
