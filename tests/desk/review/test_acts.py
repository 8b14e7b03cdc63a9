"""Tests of bonuses, overturned rejections and appeals: each is confirmed, done once, and only by
people who may edit."""

from decimal import Decimal

import pytest
from django.urls import reverse

from hits.models import Appeal, Assignment, Batch
from hits.review.appeals import make_appeal
from hits.review.decisions import approve_assignments, reject_assignments
from payments.models import Transaction
from payments.paying import earned
from payments.posting import available
from tests import world
from tests.pages import words

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(world.project(money="10.00"))


@pytest.fixture
def batch(module_batch, db):
    return Batch.objects.get(pk=module_batch.pk)


@pytest.fixture
def approved(batch):
    done = world.rate(world.annotator(), batch)
    approve_assignments(batch=batch, ids=[done.pk], by=None)
    return done


@pytest.fixture
def rejected(batch):
    done = world.rate(world.annotator(), batch)
    reject_assignments(batch=batch, ids=[done.pk], reason="Empty.", by=None)
    return done


@pytest.fixture
def appeal(rejected):
    return make_appeal(
        annotator=world.annotator(), assignment_id=rejected.pk, text="I looked twice."
    )


def address(name, batch):
    return reverse(f"admin:{name}", args=[batch.pk])


def bonus(response, amount: str = "1") -> dict[str, str]:
    name = response.enrolment.pseudonym
    return {"amount": amount, "people": name, "reason": "Careful.", "key": "k"}


def money(batch) -> tuple[Decimal, Decimal]:
    """Return the project's available balance and the first annotator's earnings."""
    return available(batch.project), earned(project=batch.project, annotator=world.annotator())


def test_a_bonus_form_sent_twice_is_one_bonus(rita, batch, approved):
    place = address("pay_response_bonuses", batch)
    page = rita.post(place, {"batch": batch.pk, "chosen": approved.pk})
    assert (page.status_code, page.context["form"].is_bound) == (200, False)
    form = page.context["form"]
    sent = {"ids": approved.pk, "amount": "1.50", "reason": "Careful."}
    sent |= {name: form[name].value() for name in ("key", "people")}
    assert rita.post(place, sent).context["asked"].text == "Pay 1 bonus of $1.50?"
    assert money(batch) == (Decimal("9.76"), Decimal("0.05"))
    for _click in range(2):
        rita.post(place, sent | {"confirmed": "yes"})
    assert money(batch) == (Decimal("8.26"), Decimal("1.55"))
    assert Transaction.objects.get(kind="bonus").created_by.username == "rita"


def test_each_person_can_get_another_bonus_on_their_own_response(rita, batch, approved):
    other = world.rate(world.second_annotator(), batch)
    place = address("pay_response_bonuses", batch)
    page = rita.post(place, {"chosen": [approved.pk, other.pk]})
    names = page.context["form"]["people"].value()
    first, second = (each.enrolment.pseudonym for each in (approved, other))
    assert sorted(names.split()) == sorted([first, second])
    sent = bonus(approved) | {
        "ids": f"{approved.pk},{other.pk}",
        "people": f"{first}\n{second} 0.40",
    }
    assert rita.post(place, sent).context["asked"].text == "Pay 2 bonuses, $1.40 in total?"
    rita.post(place, sent | {"confirmed": "yes"})
    paid = Transaction.objects.filter(kind="bonus")
    assert {each.assignment_id: each.given for each in paid} == {
        approved.pk: Decimal("1.00"),
        other.pk: Decimal("0.40"),
    }


def test_a_bonus_is_for_those_whose_responses_are_chosen(rita, batch, approved):
    other = world.rate(world.second_annotator(), batch)
    sent = bonus(other) | {"ids": approved.pk, "confirmed": "yes"}
    page = rita.post(address("pay_response_bonuses", batch), sent)
    assert "someone who gave none of the selected responses" in page.content.decode()
    assert not Transaction.objects.filter(kind="bonus").exists()


def test_a_bonus_beyond_the_balance_says_what_is_missing(rita, batch, approved):
    sent = bonus(approved, amount="10") | {"ids": approved.pk, "confirmed": "yes"}
    page = rita.post(address("pay_response_bonuses", batch), sent)
    assert page.status_code == 422
    assert "Add at least 0.24 USD to the project." in page.content.decode()
    assert money(batch) == (Decimal("9.76"), Decimal("0.05"))


def test_an_overturned_rejection_is_paid_once(rita, batch, rejected):
    place = address("overturn_rejections", batch)
    page = rita.get(place, {"chosen": rejected.pk})
    assert page.context["asked"].sums == [("Total", "$0.06")]
    rita.post(place, {"ids": rejected.pk})
    assert Assignment.objects.get(pk=rejected.pk).state == "rejected"
    for _click in range(2):
        rita.post(place, {"ids": rejected.pk, "confirmed": "yes"})
    assert Assignment.objects.get(pk=rejected.pk).state == "approved"
    assert money(batch) == (Decimal("9.76"), Decimal("0.05"))


def test_all_that_match_the_filters_can_be_chosen(rita, batch, rejected):
    sent = {"batch": batch.pk, "state": "rejected", "everything": "on"}
    page = rita.post(address("overturn_rejections", batch), sent)
    assert page.context["form"]["ids"].value() == str(rejected.pk)


def test_no_response_of_another_batch_is_acted_on(rita, batch, approved):
    other = world.live_batch(batch.project)
    for name in ("pay_response_bonuses", "overturn_rejections"):
        page = rita.get(address(name, other), {"chosen": approved.pk})
        assert page["Location"].startswith(reverse("admin:review_table"))
    sent = bonus(approved) | {"ids": approved.pk, "confirmed": "yes"}
    rita.post(address("pay_response_bonuses", other), sent)
    assert not Transaction.objects.filter(kind="bonus").exists()


def test_an_appeal_is_decided_once(rita, batch, appeal):
    place, listed = reverse("admin:appeal", args=[appeal.pk]), reverse("admin:appeals")
    assert [row.pk for row in rita.get(listed, {"show": "open"}).context["window"].rows] == [
        appeal.pk
    ]
    refused = rita.post(place, {"decision": "dismiss", "answer": " "})
    assert refused.status_code == 422
    assert refused.context["form"].errors == {"answer": ["Required if you dismiss the appeal."]}
    asked = words(rita.post(place, {"decision": "uphold"}))
    assert "The response is approved and paid. The annotator will see your reply." in asked
    page = rita.post(place, {"decision": "uphold", "confirmed": "yes"}, follow=True)
    assert "Appeal upheld. The response was approved." in words(page)
    assert money(batch) == (Decimal("9.76"), Decimal("0.05"))
    again = rita.post(
        place, {"decision": "dismiss", "answer": "No.", "confirmed": "yes"}, follow=True
    )
    assert "Someone else has already reviewed this response." in words(again)
    assert Appeal.objects.get().decision == "granted"
    assert rita.get(listed, {"show": "open"}).context["window"].rows == []
    assert len(rita.get(listed).context["window"].rows) == 1
