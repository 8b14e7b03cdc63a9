"""Bonus, overturning, goodwill, payout lists and reversal in the admin: by owners and researchers,
each form once."""

import csv
import io
from decimal import Decimal

import pytest
from django.urls import reverse

from hits.models import Assignment, Batch
from hits.review.decisions import approve_assignments, reject_assignments
from payments.models import Transaction
from payments.paying import earned
from payments.posting import available
from people.models import User
from tests import world

pytestmark = pytest.mark.django_db
ASSIGNMENTS, TRANSACTIONS = (
    reverse("admin:hits_assignment_changelist"),
    reverse("admin:payments_transaction_changelist"),
)


@pytest.fixture
def batch(module_batch, db):
    return Batch.objects.get(pk=module_batch.pk)


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(world.project(money="10.00"))


@pytest.fixture
def approved(batch):
    done = world.rate(world.annotator(), batch)
    approve_assignments(batch=batch, ids=[done.pk], by=None)
    return done


@pytest.fixture
def rita(batch, client):
    client.force_login(world.researcher(batch.project))
    return client


def act(client, address, action, one, **more):
    return client.post(address, {"action": action, "_selected_action": one.pk, **more})


def money(batch) -> tuple[Decimal, Decimal]:
    """Available, and earned by ann."""
    return available(batch.project), earned(project=batch.project, annotator=world.annotator())


def key_in(page) -> str:
    return page.context["form"]["key"].value()


def test_a_bonus_form_sent_twice_is_one_bonus(rita, batch, approved):
    key = key_in(act(rita, ASSIGNMENTS, "bonus", approved))
    for _click in range(2):
        act(rita, ASSIGNMENTS, "bonus", approved, amount="1.50", reason="Careful.", key=key)
    assert money(batch) == (Decimal("8.26"), Decimal("1.55"))
    assert Transaction.objects.get(kind="bonus").created_by.username == "rita"


def test_a_bonus_beyond_the_balance_says_what_is_missing(rita, batch, approved):
    response = rita.post(
        ASSIGNMENTS,
        {
            "action": "bonus",
            "_selected_action": approved.pk,
            "amount": "10",
            "reason": "Good.",
            "key": "k",
        },
        follow=True,
    )
    assert "Deposit at least 0.24 USD." in response.content.decode()
    assert money(batch) == (Decimal("9.76"), Decimal("0.05"))


def test_an_overturned_rejection_is_paid(rita, batch):
    done = world.rate(world.annotator(), batch)
    reject_assignments(batch=batch, ids=[done.pk], reason="Empty.", by=None)
    for _click in range(2):
        act(rita, ASSIGNMENTS, "overturn", done)
    assert Assignment.objects.get(pk=done.pk).state == "approved"
    assert money(batch) == (Decimal("9.76"), Decimal("0.05"))


@pytest.mark.usefixtures("approved")
def test_a_goodwill_form_sent_twice_is_one_payment(rita, batch):
    address = reverse("admin:people_project_goodwill", args=[batch.project_id])
    page = rita.get(address)
    assert [str(one) for one in page.context["form"].fields["annotator"].queryset] == ["ann"]
    sent = {
        "annotator": world.annotator().pk,
        "amount": "0.70",
        "reason": "No picture.",
        "key": key_in(page),
    }
    assert [rita.post(address, sent).status_code for _click in range(2)] == [302, 302]
    assert money(batch) == (Decimal("9.06"), Decimal("0.75"))
    refused = rita.post(address, sent | {"amount": "100", "key": "other"})
    assert "Deposit at least 90.94 USD." in refused.content.decode()


@pytest.mark.usefixtures("approved")
def test_a_payout_list_is_recorded_once_and_exported(rita, batch):
    User.objects.filter(username="ann").update(email="=ann@example.org")
    address = reverse("admin:people_project_payouts", args=[batch.project_id])
    due = rita.get(address).context["window"].rows
    assert [(str(row.annotator), row.amount) for row in due] == [("ann", Decimal("0.05"))]
    for _click in range(2):
        rita.post(address, {"name": "2026-05"})
    page = rita.get(address)
    assert page.context["window"].rows == []
    assert [(one.name, one.people, one.total) for one in page.context["lists"]] == [
        ("2026-05", 1, Decimal("0.05"))
    ]
    assert money(batch) == (Decimal("9.76"), Decimal(0))
    exported = rita.get(
        reverse("admin:people_project_payouts_file", args=[batch.project_id, "2026-05"])
    )
    (row,) = csv.DictReader(io.StringIO(exported.content.decode()))
    assert {
        name: row[name] for name in ("List", "Annotator", "Email", "Amount", "Currency", "Reversed")
    } == {
        "List": "2026-05",
        "Annotator": "ann",
        "Email": "'=ann@example.org",
        "Amount": "0.05",
        "Currency": "USD",
        "Reversed": "0",
    }


@pytest.mark.usefixtures("approved")
def test_a_transaction_is_reversed_once_with_a_reason(rita, batch):
    rita.post(reverse("admin:people_project_payouts", args=[batch.project_id]), {"name": "2026-05"})
    payout = Transaction.objects.get(kind="payout")
    assert (
        "Reverse these transactions" in act(rita, TRANSACTIONS, "reverse", payout).content.decode()
    )
    for _click in range(2):
        act(rita, TRANSACTIONS, "reverse", payout, reason="Bounced.")
    assert money(batch) == (Decimal("9.76"), Decimal("0.05"))
    assert Transaction.objects.get(kind="reversal").memo == "Bounced."
    exported = rita.get(
        reverse("admin:people_project_payouts_file", args=[batch.project_id, "2026-05"])
    )
    assert [row["Reversed"] for row in csv.DictReader(io.StringIO(exported.content.decode()))] == [
        "1"
    ]


@pytest.mark.parametrize("name", ["goodwill", "payouts"])
def test_only_owners_and_researchers_reach_the_pages(batch, client, name):
    address = reverse(f"admin:people_project_{name}", args=[batch.project_id])
    statuses = {}
    for user in (
        world.researcher(batch.project),
        world.viewer(batch.project),
        world.outsider(),
        world.annotator(),
    ):
        client.force_login(user)
        statuses[user.username] = client.get(address).status_code
    assert statuses == {"rita": 200, "vera": 403, "otto": 404, "ann": 302}


def test_others_cannot_pay_or_reverse(batch, approved, client):
    deposit = Transaction.objects.get(kind="deposit", project=batch.project)
    for user in (world.viewer(batch.project), world.outsider(), world.annotator()):
        client.force_login(user)
        act(client, ASSIGNMENTS, "bonus", approved, amount="1", reason="Mine.", key="k")
        act(client, TRANSACTIONS, "reverse", deposit, reason="Mine.")
    assert money(batch) == (Decimal("9.76"), Decimal("0.05"))
