"""Bonuses and overturned rejections in the admin: by owners and researchers, each form once."""

from decimal import Decimal

import pytest
from django.urls import reverse

from hits.models import Assignment, Batch
from hits.review.decisions import approve_assignments, reject_assignments
from payments.models import Transaction
from payments.paying import earned
from payments.posting import available
from tests import world

pytestmark = pytest.mark.django_db
ASSIGNMENTS = reverse("admin:hits_assignment_changelist")


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


def test_others_cannot_pay(batch, approved, client):
    for user in (world.viewer(batch.project), world.outsider(), world.annotator()):
        client.force_login(user)
        act(client, ASSIGNMENTS, "bonus", approved, amount="1", reason="Mine.", key="k")
    assert money(batch) == (Decimal("9.76"), Decimal("0.05"))
