"""Tests of annotators' pages about their own work: responses, decisions, payment and the deadline
for appeals."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from hits.models import Assignment, Batch
from hits.money.earnings import dates_of_payment, payments_to
from hits.review.appeals import NotAppealable, make_appeal, may_object
from hits.review.decisions import approve_assignments, reject_assignments
from payments.models import Transaction
from payments.payouts import record_payouts
from payments.reversals import reverse_transaction
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch() -> Batch:
    return world.live_batch(world.project(), objection_days=30)


def page_of(assignment):
    path = reverse("own_answer", args=[assignment.pk])
    return signed_in(assignment.annotator).get(path)


def test_they_see_what_they_answered_and_why_it_was_rejected(batch):
    done = world.rate(world.annotator(), batch, world.GOOD | {"coherence": "3"})
    reject_assignments(batch=batch, ids=[done.pk], reason="Too <fast>.", evidence="4 s.", by=None)
    answer = page_of(done)
    html = answer.content.decode()
    assert html.count("checked") == 5
    assert "Too &lt;fast&gt;." in html
    assert "Evidence: 4 s." in words(answer)
    assert "You can appeal until" in words(answer)
    # Neither the system nor the item's name is theirs to know.
    assert "Heron" not in html
    assert not re.search(r"(?<!about )item-1", html)


def test_somebody_elses_and_what_is_not_submitted_is_not_there(batch):
    done = world.rate(world.annotator(), batch)
    path = reverse("own_answer", args=[done.pk])
    assert signed_in(world.second_annotator()).get(path).status_code == 404
    claimed = world.claim(world.annotator(), batch)
    assert page_of(claimed).status_code == 404


def test_a_payout_pays_what_was_approved_before_it(batch):
    ann = world.annotator()
    first, second = world.rate(ann, batch), world.rate(ann, batch)
    approve_assignments(batch=batch, ids=[first.pk], by=None)
    record_payouts(project=batch.project, name="may")
    approve_assignments(batch=batch, ids=[second.pk], by=None)
    paid = Transaction.objects.get(kind="payout")
    rows = Assignment.objects.select_related("batch").filter(annotator=ann)
    assert dates_of_payment(list(rows), payments_to(ann)) == {first.pk: paid.created_at}
    text = words(signed_in(ann).get("/work/"))
    assert "Paid out: " in text
    assert "Approved. You will be paid in the next payout." in text
    reverse_transaction(transaction_id=paid.pk, reason="Sent back.")
    assert payments_to(ann) == []


def test_an_objection_comes_in_time_or_not_at_all(batch):
    done = world.rate(world.annotator(), batch)
    reject_assignments(batch=batch, ids=[done.pk], reason="Too fast.", by=None)
    long_ago = timezone.now() - timedelta(days=31)
    Assignment.objects.filter(pk=done.pk).update(decided_at=long_ago)
    done = Assignment.objects.select_related("batch").get(pk=done.pk)
    assert may_object(done) is False
    with pytest.raises(NotAppealable, match="The deadline to appeal this rejection was"):
        make_appeal(annotator=world.annotator(), assignment_id=done.pk, text="But.")
    assert "The deadline to appeal this rejection was" in words(page_of(done))


def test_without_days_there_is_no_end():
    batch = world.live_batch(world.project(), objection_days=None)
    done = world.rate(world.annotator(), batch)
    reject_assignments(batch=batch, ids=[done.pk], reason="Too fast.", by=None)
    long_ago = timezone.now() - timedelta(days=4000)
    Assignment.objects.filter(pk=done.pk).update(decided_at=long_ago)
    assert make_appeal(annotator=world.annotator(), assignment_id=done.pk, text="But.").pk
