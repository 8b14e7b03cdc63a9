"""Tests of reversing a bonus paid through Prolific, which is only possible before it is sent."""

from decimal import Decimal
from threading import Thread
from time import sleep

import pytest
from django.db import connection, transaction

from payments.models import Transaction
from payments.reversals import NotReversible, reverse_transaction
from people.models import Act
from recruiting.prolific import tasks
from recruiting.prolific.models import OutgoingCall
from recruiting.prolific.outbox import settle
from tests import world
from tests.api.program import Program
from tests.locks import waits_for_a_lock
from tests.recruiting.prolific.test_prolific_outbox import bonus, in_step, money, paid_at_prolific

State = OutgoingCall.State


def reversal() -> bool:
    original = Transaction.objects.filter(kind="bonus").latest("pk")
    return reverse_transaction(transaction_id=original.pk, reason="Mistyped.")


def refusal() -> str:
    with pytest.raises(NotReversible) as refused:
        reversal()
    return str(refused.value)


def state_of_call() -> str:
    return OutgoingCall.objects.filter(kind="bonus").latest("pk").state


def beside(work, *args) -> Thread:
    """Run `work` in another thread with its own connection. Return the thread."""

    def perform() -> None:
        try:
            work(*args)
        finally:
            connection.close()

    thread = Thread(target=perform)
    thread.start()
    return thread


@pytest.mark.django_db
def test_what_waits_is_reversed_once_and_not_sent(lab, done):
    before = money(lab)
    bonus(done)
    assert (reversal(), reversal()) == (True, False)
    tasks.send_calls()
    call = OutgoingCall.objects.get()
    assert (call.state, call.problem) == ("dropped", "The bonus was reversed before it was sent.")
    assert paid_at_prolific(lab, done) == []
    assert (money(lab), in_step()) == (before, True)
    assert Act.objects.filter(verb="payment_reversed").count() == 1
    assert not bonus(done), "its name is spent"
    assert bonus(done, key="k2")
    tasks.send_calls()
    assert paid_at_prolific(lab, done) == [150.0]
    assert Act.objects.filter(verb="bonus_paid").count() == 2


@pytest.mark.django_db(transaction=True)
def test_what_is_being_sent_or_was_paid_is_not_reversed(lab, done):
    lab.server.faulty = "POST .*bulk-bonus-payments/[^/]+/pay"
    lab.server.faults.append("slow")
    bonus(done)
    program = Program(world.owner(lab.project))
    address = f"transactions/{Transaction.objects.get(kind='bonus').pk}/reverse"
    sending = beside(tasks.send_calls)
    while state_of_call() != State.SENDING:
        sleep(0.01)
    assert "Try again in a minute" in refusal()
    answer = program.post(address, {"reason": "Mistyped."})
    assert (answer.status_code, "being sent" in answer.json()["detail"]) == (422, True)
    sending.join()
    assert state_of_call() == State.DONE
    assert "cannot be undone" in refusal()
    assert not Transaction.objects.filter(kind="reversal").exists()
    assert paid_at_prolific(lab, done) == [150.0]
    assert (money(lab)["panel"], in_step()) == (Decimal("1.50"), True)


@pytest.mark.django_db(transaction=True)
def test_what_is_reversed_in_the_moment_of_sending_is_not_sent(lab, done):
    bonus(done)
    with transaction.atomic():
        assert reversal()
        sending = beside(tasks.send_calls)
        waits_for_a_lock()
    sending.join()
    assert state_of_call() == State.DROPPED
    assert paid_at_prolific(lab, done) == []
    assert in_step()


@pytest.mark.django_db(transaction=True)
def test_what_is_reversed_while_it_cannot_be_prepared_says_so(lab, done):
    lab.server.faulty = "submissions/|bulk-bonus-payments"
    lab.server.faults.extend(["slow", 503, 503, 503, 503])
    bonus(done)
    sending = beside(tasks.send_calls)
    while not lab.server.calls:
        sleep(0.01)
    assert reversal()
    sending.join()
    call = OutgoingCall.objects.get()
    assert (call.state, call.problem) == ("dropped", "The bonus was reversed before it was sent.")


@pytest.mark.django_db
def test_of_what_nothing_is_known_a_person_says_it_first(lab, done):
    lab.server.faulty = "POST .*bulk-bonus-payments/[^/]+/pay"
    lab.server.faults.append("drop")
    bonus(done)
    (call,) = OutgoingCall.objects.all()
    tasks.send_calls()
    assert state_of_call() == State.UNKNOWN
    assert "record the outcome on the submission’s page" in refusal()
    settle(call_id=call.pk, happened=False, by=None)
    assert reversal()
    tasks.send_calls()
    assert (paid_at_prolific(lab, done), in_step()) == ([], True)


@pytest.mark.django_db
def test_a_refused_bonus_does_not_hide_one_whose_name_it_begins_with(lab, done):
    lab.server.faulty = "POST .*bulk-bonus-payments/[^/]+/pay"
    lab.server.faults.append(400)
    bonus(done, key="k10")
    tasks.send_calls()
    assert (bonus(done, key="k1"), state_of_call()) == (True, State.WAITING)
    tasks.send_calls()
    assert (bonus(done, key="k1"), state_of_call()) == (False, State.DONE)
    assert "cannot be undone" in refusal()
