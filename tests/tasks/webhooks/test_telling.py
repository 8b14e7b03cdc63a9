"""Tests of webhook events: each is recorded once, in the transaction that causes it."""

import json

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from analysis.models import Report
from analysis.report.computing import perform_report
from analysis.requests import report_for
from hits.batches.publishing import close_batch
from hits.progress.notices import tell_of_done_batches
from hits.progress.webhook_events import tell_of_progress
from hits.review.appeals import make_appeal
from hits.review.decisions import reject_assignments
from tasks.webhooks.models import Delivery, Endpoint, Event, Kind
from tests import world
from tests.tasks.webhooks.conftest import registered

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_counted():
    """Clear the cached counts, because tests reuse the ids of batches."""
    cache.clear()


def bodies(kind: Kind) -> list[dict]:
    events = Event.objects.filter(kind=kind).order_by("pk")
    return [json.loads(event.body)["data"] for event in events]


def two_hits(project):
    return world.live_batch(
        project, world.dataset(project, items=2, systems=("Heron",)), title="Wings"
    )


def test_a_batch_is_published_progresses_and_is_done(project, endpoint):
    batch = two_hits(project)
    about = {
        "project": {"id": project.pk, "name": "Moths"},
        "batch": {"id": batch.pk, "title": "Wings"},
    }
    url = f"http://localhost/admin/hits/batch/{batch.pk}/running/"
    assert bodies(Kind.PUBLISHED) == [{**about, "hits": 2, "assignments": 2, "url": url}]
    assert (tell_of_progress(), tell_of_done_batches()) == (0, 0)
    world.rate(world.annotator(), batch)
    assert [tell_of_progress() for _tick in range(2)] == [1, 0]
    world.rate(world.annotator(), batch)
    assert tell_of_progress() == 1
    assert bodies(Kind.PROGRESS) == [
        {**about, "percent": 50, "answered": 1, "wanted": 2, "url": url},
        {**about, "percent": 100, "answered": 2, "wanted": 2, "url": url},
    ]
    for _minute in range(2):
        tell_of_done_batches()
    assert bodies(Kind.DONE) == [{**about, "answered": 2, "to_review": 2, "url": url}]
    assert endpoint.deliveries.count() == 4


def test_a_batch_that_is_closed_right_after_its_last_answer_was_done(project, endpoint):
    batch = two_hits(project)
    for _hit in range(2):
        world.rate(world.annotator(), batch)
    close_batch(batch_id=batch.pk)
    assert len(bodies(Kind.DONE)) == 1
    assert tell_of_progress() == 2
    assert endpoint.deliveries.count() == 4


def test_a_batch_that_is_closed_before_is_not_done(project, endpoint):
    batch = two_hits(project)
    close_batch(batch_id=batch.pk)
    assert (bodies(Kind.DONE), tell_of_progress()) == ([], 0)
    assert endpoint.deliveries.count() == 1


def test_an_endpoint_that_comes_late_is_told_where_the_batch_is(project, endpoint, receiver):
    batch = two_hits(project)
    world.rate(world.annotator(), batch)
    tell_of_progress()
    late = registered(project, receiver.url, kinds=[Kind.PROGRESS], percentages=[25, 50], key="2")
    assert [tell_of_progress() for _tick in range(2)] == [2, 0]
    assert [body["percent"] for body in bodies(Kind.PROGRESS)] == [50, 25]
    assert (endpoint.deliveries.count(), late.deliveries.count()) == (2, 2)


@pytest.mark.usefixtures("endpoint")
def test_looking_for_progress_costs_one_statement_where_nobody_asks(project):
    two_hits(project)
    Endpoint.objects.update(kinds=[Kind.DONE], percentages=[])
    with CaptureQueriesContext(connection) as statements:
        assert tell_of_progress() == 0
    assert len(statements) == 1


@pytest.mark.usefixtures("endpoint")
def test_without_news_nothing_is_counted(project):
    for _batch in range(3):
        two_hits(project)
    tell_of_progress()
    with CaptureQueriesContext(connection) as statements:
        tell_of_progress()
    assert len(statements) == 4


@pytest.mark.attack("receiving a delivery")
def test_an_objection_is_told_without_who_objects_and_why(project, endpoint):
    batch = two_hits(project)
    ann = world.annotator()
    answer = world.rate(ann, batch)
    reject_assignments(batch=batch, ids=[answer.pk], reason="Too fast.", by=None)
    for _repeat in range(2):
        appeal = make_appeal(annotator=ann, assignment_id=answer.pk, text="I was careful.")
    (body,) = bodies(Kind.OBJECTION)
    assert (body["objection"], body["assignment"]) == ({"id": appeal.pk}, {"id": answer.pk})
    sent = "".join(Event.objects.values_list("body", flat=True))
    secrets = [ann.username, "I was careful", "Too fast", answer.enrolment.pseudonym]
    assert [text for text in secrets if text in sent] == []
    assert Delivery.objects.filter(endpoint=endpoint, event__kind=Kind.OBJECTION).count() == 1


def test_a_report_is_told_when_its_numbers_are_there(project, endpoint):
    batch = world.live_batch(project)
    for annotator in (world.annotator(), world.second_annotator()):
        for _hit in range(2):
            world.rate(annotator, batch)
    report = report_for(batch)
    perform_report(report_id=report.pk)
    assert Report.objects.get().state == Report.State.DONE
    (body,) = bodies(Kind.REPORT)
    assert (body["report"], body["with_batches"]) == ({"id": report.pk}, [])
    perform_report(report_id=report.pk)
    assert endpoint.deliveries.filter(event__kind=Kind.REPORT).count() == 1
