"""Tests of approvals, rejections and bonuses at Prolific: each is sent once, even if replies are
lost, and the ledger matches."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from hits.models import Assignment
from hits.money.escrow import project_money
from hits.money.reconciliation import reconcile as reconcile_ledger
from payments.models import Account
from payments.payouts import payable
from payments.posting import balance
from recruiting.prolific import tasks
from recruiting.prolific.deciding import (
    NotDecidable,
    approve_sitting,
    pay_sitting_bonus,
    reject_sitting,
    request_return,
)
from recruiting.prolific.models import OutgoingCall, Submission
from recruiting.prolific.outbox import LOST_AFTER, attend, settle
from tests import world

pytestmark = pytest.mark.django_db
MESSAGE = (
    "Both texts of the instructed check were left as they were, and every answer is the first. " * 2
)
State = OutgoingCall.State


def attend_all():
    """Send all outgoing calls as the task does, but without its lock."""
    for call in OutgoingCall.objects.order_by("pk"):
        attend(call_id=call.pk)


def calls() -> list[tuple[str, str]]:
    return list(OutgoingCall.objects.order_by("pk").values_list("kind", "state"))


def money(lab) -> dict[str, Decimal]:
    accounts = Account.objects.filter(project=lab.project)
    sums = {account.kind: balance(account.pk) for account in accounts}
    return {kind: sums.get(kind, Decimal(0)) for kind in ("escrow", "earnings", "fees", "panel")}


def in_step() -> bool:
    return not any(line.difference for line in reconcile_ledger())


def paid_at_prolific(lab, submission) -> list[float]:
    return lab.server.submissions[submission.session]["bonus_payments"]


def bonus(submission, amount="1.50", key="k1"):
    return pay_sitting_bonus(
        submission_id=submission.pk, amount=Decimal(amount), reason="Thanks", key=key, by=None
    )


def test_approval_goes_from_escrow_to_earnings_and_then_to_the_panel(lab, done):
    before, added = money(lab)["escrow"], project_money(lab.project).added
    assert approve_sitting(submission_id=done.pk, by=None)
    assert not approve_sitting(submission_id=done.pk, by=None)
    assert money(lab) == {
        "escrow": before - Decimal("0.14"),
        "earnings": Decimal("0.10"),
        "fees": Decimal("0.04"),
        "panel": Decimal(0),
    }
    assert payable(lab.project) == []  # Prolific pays it
    attend_all()
    assert calls() == [("approve", State.DONE)]
    assert lab.server.submissions[done.session]["status"] == "APPROVED"
    assert money(lab)["earnings"] == 0
    assert money(lab)["panel"] == Decimal("0.10")
    assert in_step()
    assert (project_money(lab.project).paid, project_money(lab.project).added) == (
        Decimal("0.10"),
        added,
    )


def test_what_is_approved_at_prolific_is_approved_here(lab, done):
    lab.server.move(done.session, "APPROVED")
    tasks.follow()
    tasks.follow()
    assert Assignment.objects.filter(state="approved").count() == 2
    assert (money(lab)["earnings"], money(lab)["panel"]) == (Decimal(0), Decimal("0.10"))
    assert in_step()


@pytest.mark.parametrize("fault", ["drop", "lost", 500, 429])
def test_an_approval_whose_answer_is_lost_is_looked_up(lab, done, fault):
    approve_sitting(submission_id=done.pk, by=None)
    lab.server.faulty = "POST .*transition"
    lab.server.faults.append(fault)
    attend_all()
    assert calls() == [("approve", State.WAITING if fault == 429 else State.UNKNOWN)]
    attend_all()
    attend_all()
    assert calls() == [("approve", State.DONE)]
    sent = len(lab.server.made("POST", "/transition/"))
    assert sent == (1 if fault == "lost" else 2)
    assert money(lab)["panel"] == Decimal("0.10")


def test_a_rejection_needs_a_reason_and_a_hundred_characters(lab, done):
    for category, message in (("LOW_EFFORT", "Too short."), ("UGLY", MESSAGE)):
        with pytest.raises(NotDecidable):
            reject_sitting(submission_id=done.pk, category=category, message=message, by=None)
    assert calls() == []
    assert reject_sitting(submission_id=done.pk, category="LOW_EFFORT", message=MESSAGE, by=None)
    attend_all()
    assert lab.server.submissions[done.session]["status"] == "REJECTED"
    assert set(Assignment.objects.filter(state="rejected").values_list("rejection", "reason")) == {
        ("no_effort", MESSAGE.strip())
    }
    assert money(lab)["earnings"] == money(lab)["panel"] == 0
    assert in_step()


def test_what_is_not_awaiting_review_is_not_decided(lab):
    session, browser = lab.person("p1")
    lab.come_in(session, browser)
    lab.rate(session)
    submission = Submission.objects.get()
    with pytest.raises(NotDecidable):
        approve_sitting(submission_id=submission.pk, by=None)
    assert Assignment.objects.filter(state="approved").count() == 0


def test_a_refusal_is_shown_and_the_decision_can_be_made_again(lab, done):
    approve_sitting(submission_id=done.pk, by=None)
    lab.server.faulty = "POST .*transition"
    lab.server.faults.append(400)
    attend_all()
    assert calls() == [("approve", State.REFUSED)]
    assert "fault 400" in OutgoingCall.objects.get().problem
    with pytest.raises(NotDecidable):  # it is approved here
        reject_sitting(submission_id=done.pk, category="LOW_EFFORT", message=MESSAGE, by=None)
    assert approve_sitting(submission_id=done.pk, by=None)
    attend_all()
    assert calls() == [("approve", State.REFUSED), ("approve", State.DONE)]


def test_a_bonus_is_paid_once(lab, done):
    assert bonus(done)
    assert not bonus(done)
    with pytest.raises(NotDecidable):
        bonus(done, key="k2")
    assert money(lab)["earnings"] == Decimal("1.50")
    for _turn in range(3):
        attend_all()
    assert paid_at_prolific(lab, done) == [150.0]
    assert calls() == [("bonus", State.DONE)]
    assert (money(lab)["earnings"], money(lab)["panel"]) == (Decimal(0), Decimal("1.50"))
    assert in_step()


def test_a_bonus_that_was_paid_without_an_answer_is_found_and_not_paid_again(lab, done):
    bonus(done)
    lab.server.faulty = "/pay/"
    lab.server.faults.append("lost")
    attend_all()
    assert calls() == [("bonus", State.UNKNOWN)]
    attend_all()
    assert calls() == [("bonus", State.DONE)]
    assert paid_at_prolific(lab, done) == [150.0]
    assert money(lab)["panel"] == Decimal("1.50")


@pytest.mark.attack("not answering as the panel")
def test_a_bonus_of_which_nothing_is_known_is_never_sent_again_by_itself(lab, done):
    bonus(done)
    lab.server.faulty = "/pay/"
    lab.server.faults.append("drop")
    for _turn in range(5):
        attend_all()
    assert calls() == [("bonus", State.UNKNOWN)]
    assert len(lab.server.made("POST", "/pay/")) == 1
    settle(call_id=OutgoingCall.objects.get().pk, happened=False, by=None)
    attend_all()
    assert (calls(), paid_at_prolific(lab, done)) == ([("bonus", State.DONE)], [150.0])


def test_a_person_can_say_that_a_bonus_was_paid(lab, done):
    bonus(done)
    lab.server.faulty = "/pay/"
    lab.server.faults.append("drop")
    attend_all()
    settle(call_id=OutgoingCall.objects.get().pk, happened=True, by=world.owner(lab.project))
    assert calls() == [("bonus", State.DONE)]
    assert money(lab)["panel"] == Decimal("1.50")
    assert len(lab.server.made("POST", "/pay/")) == 1


def test_a_second_bonus_of_the_same_amount_is_not_taken_for_the_first(lab, done):
    bonus(done)
    attend_all()
    bonus(done, key="k2")
    lab.server.faulty = "/pay/"
    lab.server.faults.append("drop")
    attend_all()
    attend_all()
    assert calls() == [("bonus", State.DONE), ("bonus", State.UNKNOWN)]


def test_a_sender_that_died_leaves_a_call_that_is_looked_up(lab, done):
    bonus(done)
    call = OutgoingCall.objects.get()
    OutgoingCall.objects.update(state=State.SENDING, sent_at=call.created_at - LOST_AFTER * 2)
    lab.server.submissions[done.session]["bonus_payments"].append(150.0)
    tasks.send_calls()
    assert calls() == [("bonus", State.DONE)]
    assert lab.server.made("POST", "/pay/") == []


def test_preparing_a_bonus_may_fail_and_pays_nothing(lab, done):
    bonus(done)
    lab.server.faulty = "bonus-payments"
    lab.server.faults.extend(["lost", 500])
    for _turn in range(3):
        attend_all()
    assert calls() == [("bonus", State.DONE)]
    assert paid_at_prolific(lab, done) == [150.0]


def test_a_person_is_asked_to_return_once(lab, done):
    assert request_return(submission_id=done.pk, reason="A check failed.", by=None)
    assert not request_return(submission_id=done.pk, reason="A check failed.", by=None)
    attend_all()
    assert lab.server.submissions[done.session]["reasons"] == ["A check failed."]
    assert calls() == [("return", State.DONE)]


def test_the_database_takes_one_decision_and_one_bonus_under_way(done):
    common = {"submission": done, "sent_at": done.created_at + timedelta(0)}
    OutgoingCall.objects.create(kind="approve", key="a", state="unknown", **common)
    with pytest.raises(IntegrityError, match="prolific_one_decision"), transaction.atomic():
        OutgoingCall.objects.create(kind="reject", key="b", **common)
    OutgoingCall.objects.create(kind="bonus", key="c", **common)
    with pytest.raises(IntegrityError, match="under_way"), transaction.atomic():
        OutgoingCall.objects.create(kind="bonus", key="d", **common)
