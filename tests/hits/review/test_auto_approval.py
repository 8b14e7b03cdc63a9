"""Tests of automatic approval: undecided responses are approved after the batch's number of
days."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client

from hits.models import Batch
from hits.money.escrow import batch_money
from hits.review.decisions import approve_due, approved_by_itself_at, reject_assignments
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(world.project(), auto_approve_days=7)


def submitted(batch, *, days: float):
    """Return a response that was submitted `days` ago."""
    done = world.rate(world.annotator(), batch)
    shift = timedelta(days=days)
    batch.assignments.filter(pk=done.pk).update(
        accepted_at=F("accepted_at") - shift, submitted_at=F("submitted_at") - shift
    )
    return done


def test_what_is_due_is_approved_and_paid_once(batch):
    old, new = submitted(batch, days=7.1), submitted(batch, days=6.9)
    read = batch.assignments.get(pk=new.pk).submitted_at
    assert approved_by_itself_at(batch, read) == read + timedelta(days=7)
    assert (approve_due(), approve_due()) == (1, 0)
    assert dict(batch.assignments.exclude(state="free").values_list("pk", "state")) == {
        old.pk: "approved",
        new.pk: "submitted",
    }
    assert batch.assignments.get(pk=old.pk).decided_by is None
    assert batch_money(batch).spent == batch.reward + batch.fee


def test_what_is_rejected_or_never_promised_stays(batch):
    rejected = submitted(batch, days=8)
    reject_assignments(batch=batch, ids=[rejected.pk], reason="Empty.", by=None)
    other = world.live_batch(batch.project, title="Another")
    submitted(other, days=100)
    assert approve_due() == 0


def test_a_run_takes_no_more_than_its_limit(batch):
    for _answer in range(3):
        submitted(batch, days=8)
    assert [approve_due(limit=2) for _run in range(3)] == [2, 1, 0]


@pytest.mark.attack("leaving answers undecided")
def test_a_paused_or_closed_batch_keeps_its_promise(batch):
    submitted(batch, days=8)
    Batch.objects.filter(pk=batch.pk).update(state=Batch.State.PAUSED)
    assert approve_due() == 1


def test_annotators_read_it_before_and_after(batch):
    client = Client()
    client.force_login(world.annotator())
    assert (
        "7 days after you submit the HIT, unless it is rejected"
        in client.get(f"/batches/{batch.pk}/").content.decode()
    )
    submitted(batch, days=1)
    assert "Approved automatically on" in client.get("/work/").content.decode()
