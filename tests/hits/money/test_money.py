"""Tests of the ledger: it is exact, balanced and append-only, and repeated events change
nothing."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from hits.batches.publishing import close_batch, promised, publish_batch
from hits.models import Assignment, Batch
from hits.money.escrow import batch_money
from hits.review.decisions import ReasonNeeded, approve_assignments, reject_assignments
from payments.models import Account, Entry, Transaction
from payments.posting import NotEnoughMoney, account_of, available, balance, deposit
from tests import world

pytestmark = pytest.mark.django_db


def settle() -> None:
    """Check the deferred constraints now, not only at the end of the test."""
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")


def test_publishing_puts_the_whole_cost_into_escrow_once():
    project = world.project(money="1.00")
    batch = world.live_batch(project)
    assert publish_batch(batch_id=batch.pk) is False
    assert (available(project), batch_money(batch).escrowed) == (Decimal("0.76"), Decimal("0.24"))


def test_publishing_without_the_money_changes_nothing_and_says_how_much():
    project = world.project(money="0.20")
    batch = world.draft_batch(project)
    with pytest.raises(NotEnoughMoney) as error, transaction.atomic():
        publish_batch(batch_id=batch.pk)
    assert str(error.value) == (
        "Available balance: This costs 0.24 USD, but the project has only 0.20 USD. "
        "Add at least 0.04 USD to the project."
    )
    batch.refresh_from_db()
    assert (batch.state, available(project)) == (Batch.State.DRAFT, Decimal("0.20"))


def test_approval_pays_the_reward_and_the_fee_once():
    batch, ann = world.live_batch(world.project()), world.annotator()
    done = world.rate(ann, batch)
    assert [approve_assignments(batch=batch, ids=[done.pk], by=None) for _click in range(2)] == [
        1,
        0,
    ]
    earned = balance(account_of(batch.project_id, Account.Kind.EARNINGS, annotator_id=ann.pk))
    money = batch_money(batch)
    assert (earned, money.paid, money.fees, money.remaining) == (
        Decimal("0.05"),
        Decimal("0.05"),
        Decimal("0.01"),
        promised(batch),
    )


def test_rejection_needs_a_reason_and_keeps_the_escrow_for_the_replacement():
    batch, ann = world.live_batch(world.project()), world.annotator()
    done = world.rate(ann, batch)
    with pytest.raises(ReasonNeeded):
        reject_assignments(batch=batch, ids=[done.pk], reason="  ", by=None)
    reject_assignments(batch=batch, ids=[done.pk], reason="Not the picture shown.", by=None)
    assert batch_money(batch).remaining == promised(batch) == Decimal("0.24")


def test_a_closed_batch_ends_at_zero_whatever_happens_to_claimed_and_submitted_work():
    project = world.project()
    batch, ann, ben = world.live_batch(project), world.annotator(), world.second_annotator()
    approved, rejected = world.rate(ann, batch), world.rate(ben, batch)
    world.claim(ann, batch)
    close_batch(batch_id=batch.pk)
    approve_assignments(batch=batch, ids=[approved.pk], by=None)
    reject_assignments(batch=batch, ids=[rejected.pk], reason="Empty.", by=None)
    from hits.queue.releasing import return_assignment

    claimed = Assignment.objects.get(batch=batch, state="claimed")
    return_assignment(annotator=ann, assignment_id=claimed.pk)
    money = batch_money(batch)
    assert (money.escrowed, money.paid, money.fees, money.refunded) == tuple(
        map(Decimal, ("0.24", "0.05", "0.01", "0.18"))
    )
    assert (money.remaining, available(project)) == (Decimal(0), Decimal("999.94"))


def test_a_deposit_is_posted_once_per_key():
    project = world.project(money="0")
    assert [deposit(project=project, amount=Decimal(5), key="one") for _click in range(2)] == [
        True,
        False,
    ]
    assert available(project) == Decimal(5)


def test_the_database_refuses_an_unbalanced_transaction():
    project = world.project()
    own = account_of(project.pk, Account.Kind.BALANCE)
    with pytest.raises(IntegrityError, match="does not balance"), transaction.atomic():
        odd = Transaction.objects.create(project=project, kind="deposit", key="odd")
        Entry.objects.create(transaction=odd, account_id=own, amount=Decimal(1))
        settle()


def test_the_database_refuses_money_that_crosses_projects():
    one, other = world.project(), world.project()
    with pytest.raises(IntegrityError, match="between projects"), transaction.atomic():
        odd = Transaction.objects.create(project=one, kind="deposit", key="odd")
        for owner, amount in ((one, 1), (other, -1)):
            account = account_of(owner.pk, Account.Kind.BALANCE)
            Entry.objects.create(transaction=odd, account_id=account, amount=Decimal(amount))
        settle()


@pytest.mark.parametrize(
    "write", [lambda rows: rows.update(amount=Decimal(9)), lambda rows: rows.delete()]
)
def test_the_database_refuses_to_rewrite_history(write):
    world.project()
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        write(Entry.objects.all())


@pytest.mark.attack("POST")
def test_a_researcher_cannot_lower_the_pay_of_a_published_batch(client):
    project = world.project()
    batch = world.live_batch(project, title="Before")
    client.force_login(world.owner(project))
    address = reverse("admin:batch_settings", args=[batch.pk])
    form = client.get(address).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {
        name: value for name, value in shown.items() if value is not None and value is not False
    }
    promised = {"reward": "0.01", "flat_fee": "0.00", "consent_text": "New."}
    assert client.post(address, sent | {"title": "After"} | promised).status_code == 302
    batch.refresh_from_db()
    assert (batch.title, batch.reward, batch.consent_text) == ("After", Decimal("0.05"), "")


def test_the_database_freezes_what_a_hit_uses():
    batch = world.live_batch(world.project())
    item = batch.hits.first().item
    for change in (
        lambda: type(item).objects.filter(pk=item.pk).update(external_id="x"),
        lambda: item.outputs.update(text="x"),
        lambda: item.item_media.update(field="x"),
        lambda: (
            type(batch.rubric_version).objects.filter(pk=batch.rubric_version_id).update(source="x")
        ),
    ):
        with pytest.raises(IntegrityError, match="frozen|are its media"), transaction.atomic():
            change()
