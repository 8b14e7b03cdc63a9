"""Tests of the payments page: balances, amounts owed, and actions that are confirmed and happen
once."""

import csv
import io
from decimal import Decimal

import pytest
from django.urls import reverse

from hits.models import Enrolment, Message
from hits.money.bonuses import pay_goodwill
from hits.money.escrow import project_money
from hits.review.decisions import approve_assignments
from payments.models import Transaction
from payments.paying import earned
from payments.payouts import record_payouts
from payments.posting import available
from people.models import User
from recruiting.models import PanelPerson
from tests import world
from tests.pages import words

pytestmark = pytest.mark.django_db
PROLIFIC_ID = "5f8a2c91b7e4d3001c9a77f2"
ACTS = ("add_funds", "pay_out", "pay_bonuses", "ask_for_address")


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(world.project(money="10.00"))


@pytest.fixture
def approved(batch):
    done = world.rate(world.annotator(), batch)
    approve_assignments(batch=batch, ids=[done.pk], by=None)
    return done


def address(name, batch, *more):
    return reverse(f"admin:{name}", args=[batch.project_id, *more])


def money(batch) -> tuple[Decimal, Decimal]:
    """Return the project's available balance and the first annotator's earnings."""
    return available(batch.project), earned(project=batch.project, annotator=world.annotator())


def pseudonym(batch) -> str:
    return batch.enrolments.get(annotator=world.annotator()).pseudonym


def shown(page) -> str:
    return " ".join(page.content.decode().split())


def send(client, place, **sent):
    """Submit the form, then confirm it. Return both responses."""
    asked = client.post(place, sent)
    return asked, client.post(place, sent | {"confirmed": "yes"})


def email(name, value):
    User.objects.filter(username=name).update(email=value)


# ---- the picture ----


@pytest.mark.usefixtures("approved")
def test_the_parts_of_the_picture_add_up_to_what_was_added(rita, batch):
    email("ann", "ann@example.org")
    record_payouts(project=batch.project, name="may")
    second = world.rate(world.second_annotator(), batch)
    approve_assignments(batch=batch, ids=[second.pk], by=None)
    (picture,) = rita.get(reverse("admin:payments")).context["pictures"]
    amounts = {str(share.word): share.amount for share in picture.shares}
    assert amounts == {
        "Available balance": Decimal("9.76"),
        "Reserved": Decimal("0.12"),
        "Owed": Decimal("0.05"),
        "Paid out": Decimal("0.05"),
        "Fees": Decimal("0.02"),
    }
    assert sum(amounts.values()) == picture.money.added == Decimal("10.00")


@pytest.mark.usefixtures("approved")
def test_the_money_of_a_batch_says_what_of_it_is_owed(rita, batch):
    record_payouts(project=batch.project, name="may")
    second = world.rate(world.annotator(), batch)
    approve_assignments(batch=batch, ids=[second.pk], by=None)
    send(
        rita,
        address("pay_bonuses", batch),
        people=f"{pseudonym(batch)} 0.70",
        reason="Thanks.",
        key="k",
    )
    page = rita.get(address("project_payments", batch))
    (row,) = page.context["spending"]
    spending = row.spending
    assert (spending.paid, spending.owed, spending.fees, spending.reserved, spending.total) == (
        Decimal("0.05"),
        Decimal("0.05"),
        Decimal("0.02"),
        Decimal("0.12"),
        Decimal("0.24"),
    )
    assert (page.context["elsewhere"].owed, page.context["elsewhere"].paid) == (Decimal("0.70"), 0)
    assert project_money(batch.project).earned == spending.owed + page.context["elsewhere"].owed


def test_all_projects_have_a_picture_each_and_one_ledger(rita, batch):
    other = world.project(money="3.00", name="Lichens")
    other.memberships.create(user=world.researcher(batch.project), role="viewer")
    page = rita.get(reverse("admin:payments"))
    assert [str(picture.project) for picture in page.context["pictures"]] == sorted(
        [str(batch.project), "Lichens"]
    )
    assert len(page.context["window"].rows) == 3
    assert "payees" not in page.context
    bare = world.project(money="0")
    bare.memberships.create(user=world.researcher(batch.project), role="viewer")
    page = rita.get(reverse("admin:project_payments", args=[bare.pk]))
    assert page.context["elsewhere"].total == 0


# ---- acts: asked first, done once ----


def test_funds_are_added_once_and_the_page_says_that_it_is_bookkeeping(rita, batch):
    place = address("add_funds", batch)
    page = rita.get(place)
    assert "Your panel, bank or office makes the payments, and you record them here." in shown(page)
    sent = {"amount": "12.50", "memo": "Grant 7", "key": page.context["form"]["key"].value()}
    asked, done = send(rita, place, **sent)
    assert asked.context["asked"].sums[-1] == ("Balance afterwards", "$22.26")
    assert done.status_code == 302
    rita.post(place, sent | {"confirmed": "yes"})
    assert money(batch) == (Decimal("22.26"), 0)
    assert Transaction.objects.filter(memo="Grant 7").count() == 1


@pytest.mark.usefixtures("approved")
def test_nothing_moves_before_it_is_confirmed(rita, batch):
    email("ann", "ann@example.org")
    person = pseudonym(batch)
    deposit = Transaction.objects.get(kind="deposit", project=batch.project)
    before = Transaction.objects.count()
    for place, sent in (
        (address("add_funds", batch), {"amount": "1", "key": "k"}),
        (address("pay_out", batch), {"name": "may"}),
        (address("pay_bonuses", batch), {"people": f"{person} 1", "reason": "x", "key": "k"}),
        (address("ask_for_address", batch), {"text": "How?"}),
        (reverse("admin:correct_entry", args=[deposit.pk]), {"reason": "Typed."}),
    ):
        page = rita.post(place, sent)
        assert (page.status_code, page.context["settled"]) == (200, True), place
    assert (Transaction.objects.count(), Message.objects.count()) == (before, 0)


@pytest.mark.usefixtures("approved")
def test_bonuses_differ_per_person_and_are_paid_once(rita, batch):
    world.rate(world.second_annotator(), batch)
    other = batch.enrolments.get(annotator=world.second_annotator()).pseudonym
    place = address("pay_bonuses", batch)
    sent = {"people": f"{pseudonym(batch)} 0.70\n\n{other.lower()} 1", "reason": "Careful."}
    asked, _done = send(rita, place, key="k", **sent)
    assert asked.context["asked"].text == "Pay 2 bonuses, $1.70 in total?"
    assert f"{pseudonym(batch)} $0.70 {other} $1.00 Balance afterwards" in words(asked)
    send(rita, place, key="k", **sent)
    ledger = words(rita.get(address("project_payments", batch)))
    assert f"Goodwill {other} Careful." in ledger
    assert money(batch) == (Decimal("8.06"), Decimal("0.75"))
    refused = send(rita, place, **sent | {"people": f"{pseudonym(batch)} 100"}, key="other")[1]
    assert refused.status_code == 422
    assert "Add at least 91.94 USD to the project." in shown(refused)
    assert money(batch) == (Decimal("8.06"), Decimal("0.75"))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("R-NOBODY 1", "Line 1: no one has the pseudonym “R-NOBODY”. Check the spelling."),
        ("{ann} 1\n{ann}", "Line 2: enter a pseudonym and an amount, for example R-M6YH2S 2.40"),
        ("{ann} 1.234", "Line 1: enter a pseudonym and an amount, for example R-M6YH2S 2.40"),
        ("{ann} 0.00", "Line 1: enter a pseudonym and an amount, for example R-M6YH2S 2.40"),
    ],
)
@pytest.mark.usefixtures("approved")
def test_a_line_that_cannot_be_read_is_named(rita, batch, lines, said):
    lines = lines.format(ann=pseudonym(batch))
    page = rita.post(
        address("pay_bonuses", batch),
        {"people": lines, "reason": "x", "key": "k", "confirmed": "yes"},
    )
    assert page.status_code == 422
    assert page.context["form"].errors["people"] == [said]
    assert money(batch)[1] == Decimal("0.05")


@pytest.mark.usefixtures("approved")
def test_a_payout_is_recorded_once_and_named_as_the_payer_knows_people(rita, batch):
    email("ann", "=ann@example.org")
    place = address("pay_out", batch)
    assert rita.get(place).context["asked"].text == "Record $0.05 as paid to 1 person?"
    for _click in range(2):
        send(rita, place, name="2026-05")
    page = rita.get(address("project_payments", batch))
    assert page.context["payees"].window.rows == []
    assert [(one.name, one.people, one.total) for one in page.context["payees"].lists] == [
        ("2026-05", 1, Decimal("0.05"))
    ]
    assert money(batch) == (Decimal("9.76"), Decimal(0))
    exported = rita.get(address("payout_file", batch, "2026-05")).content.decode()
    (row,) = csv.DictReader(io.StringIO(exported))
    assert {name: row[name] for name in row if name not in {"Transaction", "Recorded"}} == {
        "List": "2026-05",
        "Annotator": "ann",
        "Email": "'=ann@example.org",
        "Amount": "0.05",
        "Currency": "USD",
        "Reversed": "0",
        "Payer": "Email",
        "Payee": "'=ann@example.org",
    }


def test_people_are_named_by_panel_email_or_not_at_all(rita, batch):
    people = [world.person(name) for name in ("pia", "wanda", "eve", "nobody", "short")]
    for person in people:
        part = Enrolment.objects.create(batch=batch, annotator=person, pseudonym=f"R-{person}")
        pay_goodwill(
            project=batch.project,
            annotator=person,
            amount=Decimal("0.05"),
            reason="Thanks.",
            key=part.pseudonym,
        )
    pia, wanda, _eve, _nobody, short = people
    for user, panel, name in (
        (pia, "Prolific", PROLIFIC_ID),
        (wanda, "Mechanical Turk", "W17"),
        (short, "Prolific", "5f8a2c"),
    ):
        PanelPerson.objects.create(
            project=batch.project, panel_name=panel, outside_id=name, user=user
        )
    email("eve", "eve@example.org")
    payees = rita.get(address("project_payments", batch)).context["payees"]
    assert [(row.payee.payer, row.payee.name) for row in payees.ready] == [
        ("Email", "eve@example.org"),
        ("Mechanical Turk", "W17"),
        ("Prolific", PROLIFIC_ID),
    ]
    assert {str(row.annotator): row.payee.problem for row in payees.waiting} == {
        "nobody": "We have no email address for this person.",
        "short": "“5f8a2c” is not a valid Prolific ID. It must have 24 characters, 0 to 9 and a to f.",
    }
    owed = rita.get(address("owed_file", batch)).content.decode()
    assert [row["Payee"] for row in csv.DictReader(io.StringIO(owed))] == [
        "eve@example.org",
        "W17",
        PROLIFIC_ID,
        "",
        "5f8a2c",
    ]
    for place in (
        address("owed_file", batch),
        address("payout_file", batch, "may"),
    ):
        if "may" in place:
            send(rita, address("pay_out", batch), name="may")
        bonus = rita.get(place, {"for": "prolific"}).content.decode()
        assert bonus == f"{PROLIFIC_ID},0.05\r\n"
    left = rita.get(address("project_payments", batch)).context["payees"].window.rows
    assert sorted(str(row.annotator) for row in left) == ["nobody", "short"]


def test_those_chosen_are_paid_or_asked_and_nobody_else(rita, batch):
    people = [world.person(name) for name in ("one", "two", "three")]
    for person in people:
        done = world.rate(person, batch)
        approve_assignments(batch=batch, ids=[done.pk], by=None)
    email("one", "one@example.org")
    asked = rita.get(address("ask_for_address", batch), {"person": people[1].pk})
    assert asked.context["asked"].text == "Ask 1 person how they can be paid?"
    send(rita, address("ask_for_address", batch), text="How?", person=[people[1].pk])
    assert [message.enrolment.annotator.username for message in Message.objects.all()] == ["two"]
    send(rita, address("pay_out", batch), name="by hand", person=[people[2].pk])
    payouts = Transaction.objects.filter(kind="payout")
    assert [row.entries.get(amount__lt=0).account.annotator.username for row in payouts] == [
        "three"
    ]


@pytest.mark.usefixtures("approved")
def test_an_entry_is_corrected_once_with_a_reason(rita, batch):
    record_payouts(project=batch.project, name="may")
    payout = Transaction.objects.get(kind="payout")
    place = reverse("admin:correct_entry", args=[payout.pk])
    entry = rita.get(reverse("admin:ledger_entry", args=[payout.pk]))
    assert entry.context["may_correct"]
    assert pseudonym(batch) in words(entry)
    assert "Entries cannot be changed." in shown(rita.get(place))
    for _click in range(2):
        send(rita, place, reason="Bounced.")
    assert money(batch) == (Decimal("9.76"), Decimal("0.05"))
    assert Transaction.objects.get(kind="reversal").memo == "Bounced."
    exported = rita.get(address("payout_file", batch, "may")).content.decode()
    assert [row["Reversed"] for row in csv.DictReader(io.StringIO(exported))] == ["1"]
    assert not rita.get(reverse("admin:ledger_entry", args=[payout.pk])).context["may_correct"]


# ---- the ledger ----


@pytest.mark.usefixtures("approved")
def test_the_ledger_is_filtered_and_paged_by_keys(rita, batch):
    place = address("project_payments", batch)

    def kinds(**query):
        return [entry.kind for entry in rita.get(place, query).context["window"].rows]

    assert kinds() == ["approval", "escrow", "deposit"]
    assert kinds(kind="escrow") == ["escrow"]
    assert kinds(batch=batch.pk) == ["approval", "escrow"]
    assert kinds(person=pseudonym(batch).lower()) == ["approval"]
    assert kinds(since="2999-01-01") == []
    assert kinds(kind="nonsense", batch="x", since="y") == ["approval", "escrow", "deposit"]
    middle = Transaction.objects.get(kind="escrow").pk
    assert kinds(after=middle) == ["deposit"]
    assert kinds(before=middle) == ["approval"]


def test_an_entry_says_how_much_it_moved(rita):
    rows = rita.get(reverse("admin:payments")).context["window"].rows
    assert [(row.kind, str(row.given)) for row in rows] == [
        ("escrow", "0.24"),
        ("deposit", "10.00"),
    ]


# ---- who may ----


@pytest.mark.usefixtures("approved")
def test_a_viewer_sees_the_sums_and_no_name_at_a_payer(batch, client):
    email("ann", "ann@example.org")
    client.force_login(world.viewer(batch.project))
    page = client.get(address("project_payments", batch))
    assert page.status_code == 200
    assert "payees" not in page.context
    assert "ann@example.org" not in shown(page)
    assert [client.get(address(name, batch)).status_code for name in ("owed_file", *ACTS)] == [
        403
    ] * 5


@pytest.mark.usefixtures("approved")
def test_a_person_of_another_project_is_not_paid(rita, batch):
    other = world.live_batch(world.project(name="Lichens"))
    done = world.rate(world.second_annotator(), other)
    approve_assignments(batch=other, ids=[done.pk], by=None)
    stranger = Enrolment.objects.get(batch=other)
    place = address("pay_out", batch)
    assert rita.get(place, {"person": stranger.annotator_id}).status_code == 302
    page = rita.post(place, {"name": "x", "person": stranger.annotator_id, "confirmed": "yes"})
    assert page.status_code == 422
    assert Transaction.objects.filter(kind="payout").count() == 0
