"""Tests of bonuses, goodwill payments, payouts, reversals and overturned rejections: each happens
once and within the balance."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from core.errors import RateroomError
from hits.batches.publishing import close_batch, promised
from hits.models import Assignment
from hits.money.bonuses import pay_bonus, pay_goodwill
from hits.money.escrow import batch_money
from hits.review.decisions import approve_assignments, overturn_rejections, reject_assignments
from payments.models import Account, Entry, Transaction
from payments.paying import earned, pay_out
from payments.posting import NotEnoughMoney, Posting, account_of, available, post
from payments.reversals import NotReversible, reverse_transaction
from tests import world

pytestmark = pytest.mark.django_db
CENTS = Decimal("0.01")


def settle() -> None:
    """Check the deferred constraints now, then defer them again."""
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        cursor.execute("set constraints all deferred")


@pytest.fixture
def owner():
    return world.project(money="10.00")


@pytest.fixture
def batch(owner):
    return world.live_batch(owner)


@pytest.fixture
def approved(batch):
    done = world.rate(world.annotator(), batch)
    approve_assignments(batch=batch, ids=[done.pk], by=None)
    return Assignment.objects.get(pk=done.pk)


def money(project) -> tuple[Decimal, Decimal]:
    """Return the project's available balance and the first annotator's earnings."""
    return available(project), earned(project=project, annotator=world.annotator())


def newest(kind) -> Transaction:
    return Transaction.objects.filter(kind=kind).order_by("-pk").first()


def test_a_bonus_is_paid_once_per_key(owner, approved):
    paid = [
        pay_bonus(assignment=approved, amount=Decimal("1.25"), reason="Careful.", key=key, by=None)
        for key in ("one", "one", "two")
    ]
    settle()
    assert paid == [True, False, True]
    assert money(owner) == (Decimal("7.26"), Decimal("2.55"))
    bonus = newest("bonus")
    assert (bonus.batch_id, bonus.assignment_id, bonus.memo) == (
        approved.batch_id,
        approved.pk,
        "Careful.",
    )


@pytest.mark.attack("POST")
def test_a_form_that_is_sent_twice_pays_one_bonus(client, owner, approved):
    client.force_login(world.owner(owner))
    form = {"ids": approved.pk, "people": approved.enrolment.pseudonym, "amount": "1.25"}
    form |= {"reason": "Careful.", "key": "k"}
    for _time in range(2):
        client.post(
            reverse("admin:pay_response_bonuses", args=[approved.batch_id]),
            form | {"confirmed": "yes"},
        )
    assert Transaction.objects.filter(kind="bonus").count() == 1
    assert money(owner)[1] == Decimal("1.30")


def test_a_bonus_needs_answers_a_reason_and_whole_cents(owner, batch, approved):
    claimed = world.claim(world.second_annotator(), batch)
    for wrong in (
        {"assignment": claimed},
        {"reason": "  "},
        {"amount": Decimal(0)},
        {"amount": Decimal(-1)},
        {"amount": Decimal("0.005")},
    ):
        terms = {
            "assignment": approved,
            "amount": Decimal(1),
            "reason": "Good.",
            "key": "k",
        } | wrong
        with pytest.raises(RateroomError):
            pay_bonus(**terms)
    assert money(owner) == (Decimal("9.76"), Decimal("0.05"))


def test_nobody_gets_more_than_the_project_has(owner, approved):
    with pytest.raises(NotEnoughMoney) as error, transaction.atomic():
        pay_bonus(assignment=approved, amount=Decimal("9.77"), reason="Good.", key="k")
    assert str(error.value) == (
        "Available balance: This costs 9.77 USD, but the project has only 9.76 USD. "
        "Add at least 0.01 USD to the project."
    )
    assert pay_bonus(assignment=approved, amount=Decimal("9.76"), reason="Good.", key="k") is True
    with pytest.raises(NotEnoughMoney):
        pay_goodwill(
            project=owner, annotator=world.annotator(), amount=CENTS, reason="Sorry.", key="k"
        )
    assert available(owner) == Decimal("0.00")


@pytest.mark.usefixtures("approved")
def test_goodwill_goes_to_those_who_worked_here_only(owner):
    terms = {
        "project": owner,
        "amount": Decimal("0.50"),
        "reason": "The picture was missing.",
        "key": "k",
    }
    with pytest.raises(RateroomError, match="ben has not worked in"):
        pay_goodwill(annotator=world.second_annotator(), **terms)
    assert [pay_goodwill(annotator=world.annotator(), **terms) for _click in range(2)] == [
        True,
        False,
    ]
    settle()
    assert money(owner) == (Decimal("9.26"), Decimal("0.55"))


@pytest.mark.usefixtures("approved")
def test_a_payout_takes_no_more_than_was_earned(owner):
    terms = {"project": owner, "annotator": world.annotator()}
    with pytest.raises(NotEnoughMoney) as error:
        pay_out(amount=Decimal("0.06"), key="may", **terms)
    assert str(error.value) == ("Payout: 0.06 USD is more than the 0.05 USD that ann is owed.")
    assert [pay_out(amount=Decimal("0.05"), key="may", **terms) for _click in range(2)] == [
        True,
        False,
    ]
    settle()
    assert money(owner) == (Decimal("9.76"), Decimal("0.00"))


def test_a_reversal_undoes_one_transaction_once(owner, approved):
    pay_bonus(assignment=approved, amount=Decimal(1), reason="Wrong person.", key="k")
    bonus = newest("bonus")
    assert [
        reverse_transaction(transaction_id=bonus.pk, reason="Mistyped.") for _click in range(2)
    ] == [True, False]
    settle()
    assert money(owner) == (Decimal("9.76"), Decimal("0.05"))
    with pytest.raises(NotReversible, match="of kind “Reversal” cannot be reversed"):
        reverse_transaction(transaction_id=newest("reversal").pk, reason="Again.")


def test_money_that_was_spent_cannot_be_taken_back(owner, approved):
    ann = world.annotator()
    pay_bonus(assignment=approved, amount=Decimal(1), reason="Good.", key="k")
    pay_out(project=owner, annotator=ann, amount=Decimal("1.05"), key="may")
    with pytest.raises(NotEnoughMoney, match=r"\(1.00 USD\): only 0.00 USD is left"):
        reverse_transaction(transaction_id=newest("bonus").pk, reason="Mistyped.")
    with pytest.raises(NotEnoughMoney, match=r"\(10.00 USD\): only 8.76 USD is left"):
        reverse_transaction(transaction_id=newest("deposit").pk, reason="Bounced.")
    assert reverse_transaction(transaction_id=newest("payout").pk, reason="Wrong account.") is True
    assert reverse_transaction(transaction_id=newest("bonus").pk, reason="Mistyped.") is True
    settle()
    assert money(owner) == (Decimal("9.76"), Decimal("0.05"))


@pytest.mark.usefixtures("approved")
@pytest.mark.parametrize("kind", ["escrow", "approval", "refund"])
def test_what_follows_from_work_is_not_reversed_by_hand(batch, kind):
    close_batch(batch_id=batch.pk)
    with pytest.raises(NotReversible, match="reject the response, overturn"):
        reverse_transaction(transaction_id=newest(kind).pk, reason="No.")


def test_the_database_refuses_a_reversal_that_is_not_the_opposite(owner):
    original = newest("deposit")
    with pytest.raises(IntegrityError, match="not the exact opposite"), transaction.atomic():
        odd = Transaction.objects.create(
            project=owner, kind="reversal", key="odd", reverses=original
        )
        for kind, amount in ((Account.Kind.OUTSIDE, 9), (Account.Kind.BALANCE, -9)):
            account = account_of(owner.pk, kind)
            Entry.objects.create(transaction=odd, account_id=account, amount=Decimal(amount))
        settle()


def test_the_database_refuses_a_second_reversal_and_the_reversal_of_one(owner):
    original = newest("deposit")
    reverse_transaction(transaction_id=original.pk, reason="Bounced.")
    settle()
    with pytest.raises(IntegrityError, match="reverses_id"), transaction.atomic():
        Transaction.objects.create(project=owner, kind="reversal", key="second", reverses=original)
    with pytest.raises(IntegrityError, match="reverses a reversal"), transaction.atomic():
        odd = Transaction.objects.create(
            project=owner, kind="reversal", key="odd", reverses=newest("reversal")
        )
        for entry in original.entries.all():
            Entry.objects.create(transaction=odd, account_id=entry.account_id, amount=entry.amount)
        settle()


def test_a_second_reversal_changes_nothing_whichever_index_meets_it_first(owner):
    original = newest("deposit")
    reverse_transaction(transaction_id=original.pk, reason="Bounced.")
    entries = {entry.account_id: -entry.amount for entry in original.entries.all()}
    for key in (f"reversal:{original.pk}", "one that only `reverses_id` stands against"):
        again = Posting(Transaction.Kind.REVERSAL, key, entries, reverses_id=original.pk)
        assert post(project_id=owner.pk, postings=[again]) == []
    settle()
    assert Transaction.objects.filter(kind="reversal").count() == 1


@pytest.mark.parametrize("kind", ["bonus", "goodwill", "payout", "reversal"])
def test_the_database_guards_every_new_kind(owner, approved, kind):
    pay_bonus(assignment=approved, amount=Decimal(1), reason="Good.", key="k")
    pay_goodwill(
        project=owner, annotator=world.annotator(), amount=Decimal(1), reason="Sorry.", key="k"
    )
    pay_out(project=owner, annotator=world.annotator(), amount=Decimal("0.50"), key="k")
    reverse_transaction(transaction_id=newest("bonus").pk, reason="No.")
    one = newest(kind)
    for write in (
        lambda: one.entries.update(amount=Decimal(2)),
        lambda: one.entries.all().delete(),
    ):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            write()
    refused = "not the exact opposite" if kind == "reversal" else "does not balance"
    with pytest.raises(IntegrityError, match=refused), transaction.atomic():
        reverses = newest("goodwill") if kind == "reversal" else None
        odd = Transaction.objects.create(project=owner, kind=kind, key="odd", reverses=reverses)
        Entry.objects.create(
            transaction=odd, account_id=account_of(owner.pk, "balance"), amount=Decimal(1)
        )
        settle()


def assignments(batch) -> dict[str, int]:
    states = list(Assignment.objects.filter(batch=batch).values_list("state", flat=True))
    return {state: states.count(state) for state in sorted(set(states))}


def reject(batch, user) -> Assignment:
    done = world.rate(user, batch)
    reject_assignments(batch=batch, ids=[done.pk], reason="Empty.", by=None)
    return done


def test_overturning_takes_the_free_replacement_back_and_pays(owner, batch):
    done = reject(batch, world.annotator())
    overturned = [
        overturn_rejections(batch=batch, ids=[done.pk], by=None, reason="We erred.")
        for _click in range(2)
    ]
    done.refresh_from_db()
    assert overturned == [1, 0]
    assert (done.state, done.surplus, done.reason) == ("approved", False, "We erred.")
    assert assignments(batch) == {"approved": 1, "free": 3}
    assert money(owner) == (Decimal("9.76"), Decimal("0.05"))
    assert batch_money(batch).remaining == promised(batch)


def test_overturning_after_the_replacement_was_taken_costs_one_more(owner):
    batch = world.live_batch(owner, world.dataset(owner, items=1, systems=("Heron",)))
    done = reject(batch, world.annotator())
    world.rate(world.second_annotator(), batch)
    overturn_rejections(batch=batch, ids=[done.pk], by=None)
    done.refresh_from_db()
    assert (done.state, done.surplus) == ("approved", True)
    assert money(owner) == (Decimal("9.88"), Decimal("0.05"))
    assert batch_money(batch).remaining == promised(batch) == Decimal("0.06")


@pytest.mark.parametrize("closed_first", [True, False])
def test_overturning_in_a_closed_batch_is_paid_from_the_balance(owner, batch, closed_first):
    done = world.rate(world.annotator(), batch)
    if closed_first:
        close_batch(batch_id=batch.pk)
    reject_assignments(batch=batch, ids=[done.pk], reason="Empty.", by=None)
    close_batch(batch_id=batch.pk)
    assert money(owner) == (Decimal("10.00"), Decimal(0))
    overturn_rejections(batch=batch, ids=[done.pk], by=None)
    done.refresh_from_db()
    # Rejected before the close, its assignment was withdrawn, and stays so.
    assert done.surplus is not closed_first
    assert money(owner) == (Decimal("9.94"), Decimal("0.05"))
    assert batch_money(batch).remaining == promised(batch) == 0


def test_overturning_without_the_money_changes_nothing():
    owner = world.project(money="0.24")
    batch = world.live_batch(owner)
    done = world.rate(world.annotator(), batch)
    close_batch(batch_id=batch.pk)
    reject_assignments(batch=batch, ids=[done.pk], reason="Empty.", by=None)
    pay_goodwill(
        project=owner, annotator=world.annotator(), amount=Decimal("0.20"), reason="Time.", key="k"
    )
    with pytest.raises(NotEnoughMoney, match="Add at least 0.02 USD"), transaction.atomic():
        overturn_rejections(batch=batch, ids=[done.pk], by=None)
    done.refresh_from_db()
    assert (done.state, available(owner)) == ("rejected", Decimal("0.04"))
