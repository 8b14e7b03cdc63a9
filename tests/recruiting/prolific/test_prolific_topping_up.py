"""Tests of bonuses up to the minimum hourly pay for people from Prolific."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db.models import F
from django.urls import reverse

from hits.models import Assignment, Batch
from hits.money.topping_up import ListChanged, top_ups
from payments.models import Transaction
from payments.reversals import NotReversible, reverse_transaction
from people.models import Act, Project
from recruiting.prolific.deciding import approve_sitting
from recruiting.prolific.models import OutgoingCall, Submission
from recruiting.prolific.tasks import follow, send_calls
from recruiting.prolific.topping_up import pay_top_ups_there
from tests import world
from tests.api.program import Program
from tests.pages import signed_in, words
from tests.recruiting.prolific.test_prolific_outbox import in_step, money, paid_at_prolific

pytestmark = pytest.mark.django_db


@pytest.fixture
def submissions(lab) -> list[Submission]:
    """Three approved submissions, with a minute spent on each HIT at 0.05: two HITs of the first
    person, then two and one of the second."""
    Project.objects.update(hourly_floor=Decimal("9.00"))
    sessions = []
    for participant, hits in (("p1", 2), ("p2", 2), ("p2", 1)):
        session, browser = lab.person(participant)
        lab.come_in(session, browser)
        lab.rate(session, hits)
        browser.post(lab.exit)
        lab.server.move(session, "AWAITING REVIEW")
        sessions.append(session)
    Assignment.objects.filter(state="submitted").update(
        accepted_at=F("submitted_at") - timedelta(seconds=60)
    )
    follow()
    found = [Submission.objects.get(session=session) for session in sessions]
    for submission in found:
        approve_sitting(submission_id=submission.pk, by=None)
    send_calls()
    return found


def batch_of(lab) -> Batch:
    return Batch.objects.select_related("project").get(pk=lab.batch.pk)


def test_each_is_paid_on_their_latest_submission_once(lab, submissions):
    due = top_ups(batch_of(lab))
    assert sorted(person.amount for person in due.people) == [Decimal("0.20"), Decimal("0.30")]
    owner = world.owner(lab.project)
    address = reverse("admin:top_up", args=[lab.batch.pk])
    for who, status in ((world.researcher, 403), (world.owner, 302)):
        assert signed_in(who(lab.project)).post(address, {"mark": due.mark}).status_code == status
    paid = pay_top_ups_there(batch_id=lab.batch.pk, mark=due.mark, by=owner)
    assert (paid.people, top_ups(batch_of(lab)).people) == ([], [])
    send_calls()
    send_calls()
    assert [paid_at_prolific(lab, each) for each in submissions] == [[20.0], [], [30.0]]
    assert set(OutgoingCall.objects.values_list("state", flat=True)) == {"done"}
    assert (money(lab)["earnings"], money(lab)["panel"]) == (Decimal(0), Decimal("0.75"))
    assert Act.objects.get(verb="topped_up").after == {"people": 2, "amount": "0.50"}
    assert not Act.objects.filter(verb="bonus_paid").exists(), "one act for all of them"
    assert in_step()


def test_another_list_than_was_looked_at_is_not_paid(lab, submissions):
    with pytest.raises(ListChanged):
        pay_top_ups_there(batch_id=lab.batch.pk, mark="1:0.04", by=None)
    assert not OutgoingCall.objects.filter(kind="bonus").exists()
    assert len(submissions) == 3


def pay(lab) -> list[Decimal]:
    mark = top_ups(batch_of(lab)).mark
    paid = pay_top_ups_there(batch_id=lab.batch.pk, mark=mark, by=None)
    return [person.amount for person in paid.people]


def take_back_bonuses() -> None:
    for bonus in Transaction.objects.filter(kind="bonus", reversal__isnull=True):
        reverse_transaction(transaction_id=bonus.pk, reason="It was not paid.")


def test_what_prolific_refused_is_sent_anew_once_it_is_reversed(lab, submissions):
    lab.server.faulty = "POST .*bulk-bonus-payments/[^/]+/pay"
    lab.server.faults.extend([400, 400])
    amounts = [Decimal("0.20"), Decimal("0.30")]
    assert sorted(pay(lab)) == amounts
    send_calls()
    address, client = (
        reverse("admin:wages", args=[lab.batch.pk]),
        signed_in(world.owner(lab.project)),
    )
    page = client.get(address)
    assert "Prolific refused 2 bonuses, so they were not paid." in words(page)
    bonuses = Transaction.objects.filter(kind="bonus").order_by("pk")
    for bonus in bonuses:
        assert reverse("admin:ledger_entry", args=[bonus.pk]) in page.content.decode()
    program = Program(world.owner(lab.project))
    told = program.read(f"batches/{lab.batch.pk}/wages")["refused"]
    assert [row["transaction"] for row in told] == [bonus.pk for bonus in bonuses]
    assert sorted(row["amount"] for row in told) == ["0.20", "0.30"]
    take_back_bonuses()
    assert "Prolific refused" not in words(client.get(address))
    assert (sorted(pay(lab)), pay(lab)) == (amounts, [])
    send_calls()
    send_calls()
    bonuses = OutgoingCall.objects.filter(kind="bonus").order_by("pk")
    assert [call.state for call in bonuses] == ["refused", "refused", "done", "done"]
    assert [paid_at_prolific(lab, each) for each in submissions] == [[20.0], [], [30.0]]
    assert in_step()


def test_what_was_reversed_before_it_was_sent_is_paid_anew_once(lab, submissions):
    amounts = pay(lab)
    take_back_bonuses()
    send_calls()
    assert [paid_at_prolific(lab, each) for each in submissions] == [[], [], []]
    assert (pay(lab), pay(lab)) == (amounts, [])
    send_calls()
    send_calls()
    with pytest.raises(NotReversible, match="Prolific has paid this bonus"):
        take_back_bonuses()
    assert [paid_at_prolific(lab, each) for each in submissions] == [[20.0], [], [30.0]]
    assert (pay(lab), money(lab)["earnings"], in_step()) == ([], Decimal(0), True)
    Project.objects.update(hourly_floor=Decimal("12.00"))
    assert sorted(pay(lab)) == [Decimal("0.10"), Decimal("0.15")]


def test_who_did_not_come_from_prolific_is_left_out(lab, submissions):
    OutgoingCall.objects.filter(submission__participant="p1").delete()
    Submission.objects.filter(participant="p1").delete()
    due = top_ups(batch_of(lab))
    paid = pay_top_ups_there(batch_id=lab.batch.pk, mark=due.mark, by=None)
    assert [person.amount for person in paid.people] == [Decimal("0.30")]
    assert len(submissions) == 3


def test_the_page_offers_it_to_owners(lab, submissions):
    address = reverse("admin:wages", args=[lab.batch.pk])
    for who, offered in ((world.owner, True), (world.researcher, False)):
        page = signed_in(who(lab.project)).get(address).content.decode()
        assert ("Prolific adds the bonus to each person’s" in page) is offered
    assert len(submissions) == 3
