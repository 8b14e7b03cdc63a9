"""Tests of the category, reason and evidence of a rejection, and who can read them."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from hits.models import Assignment
from hits.review.appeals import make_appeal
from hits.review.decisions import ReasonNeeded, overturn_rejections, reject_assignments
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def rejected():
    batch = world.live_batch(world.project())
    done = world.rate(world.annotator(), batch)
    reject_assignments(
        batch=batch,
        ids=[done.pk],
        reason="It is another picture.",
        category="instructions",
        evidence="Answered in 3 s.",
        by=None,
    )
    done.refresh_from_db()
    return done


def test_its_annotator_reads_category_reason_and_evidence(rejected):
    client = Client()
    client.force_login(rejected.annotator)
    page = client.get("/work/").content.decode()
    for words in ("Instructions not followed", "It is another picture.", "Answered in 3 s."):
        assert words in page


def test_the_page_of_an_objection_shows_them_too(rejected):
    appeal = make_appeal(annotator=rejected.annotator, assignment_id=rejected.pk, text="No.")
    client = Client()
    client.force_login(world.researcher(rejected.batch.project))
    page = client.get(reverse("admin:appeal", args=[appeal.pk])).content.decode()
    assert "Instructions not followed" in page
    assert "It is another picture." in page
    assert "Answered in 3 s." in page


def test_overturned_it_says_nothing_any_more(rejected):
    overturn_rejections(batch=rejected.batch, ids=[rejected.pk], by=None)
    rejected.refresh_from_db()
    assert (rejected.state, rejected.rejection, rejected.evidence) == ("approved", "", "")


def test_a_category_is_one_of_the_list():
    batch = world.live_batch(world.project())
    done = world.rate(world.annotator(), batch)
    with pytest.raises(ReasonNeeded):
        reject_assignments(batch=batch, ids=[done.pk], reason="No.", category="mood", by=None)


@pytest.mark.parametrize("category", ["", "mood"])
def test_the_database_holds_a_rejection_to_a_category(rejected, category):
    stored = Assignment.objects.filter(pk=rejected.pk)
    with (
        pytest.raises(IntegrityError, match="assignment_rejection_has_a_category"),
        transaction.atomic(),
    ):
        stored.update(rejection=category)


def test_many_cost_as_many_statements_as_one():
    batch = world.live_batch(world.project(), annotators_per_hit=2)
    done = [world.rate(world.annotator(), batch).pk for _turn in range(3)]
    counts = []
    for ids in (done[:1], done[1:]):
        with CaptureQueriesContext(connection) as queries:
            reject_assignments(batch=batch, ids=ids, reason="Empty.", by=None)
        counts.append(len(queries))
    assert counts[1] == counts[0]
