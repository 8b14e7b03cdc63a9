"""Tests with a real worker process, which takes tasks from the broker."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from analysis.comparison.results import ComparisonSettings
from analysis.models import Report
from analysis.report.content import comparison_of
from analysis.requests import report_for
from annotation.celery import app
from hits.batches.publishing import publish_batch
from hits.models import Assignment, Batch
from hits.tasks import release_expired
from local.programs import PUNCTUAL
from tests import world
from tests.judges.test_importing import ANN, BEN, rate_with
from tests.supervised import wait_for


@pytest.mark.django_db(transaction=True)
def test_a_published_batch_is_made_by_the_worker(celery_worker_process):
    batch = world.draft_batch(world.project(), annotators_per_hit=2)
    assert publish_batch(batch_id=batch.pk) is True
    wait_for(lambda: Batch.objects.get(pk=batch.pk).state == Batch.State.LIVE)
    assert (batch.hits.count(), batch.assignments.count()) == (4, 8)
    assert celery_worker_process.poll() is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("celery_worker_process")
def test_a_report_is_computed_by_the_worker():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3), annotators_per_hit=2)
    rate_with(world.annotator(), batch, ANN)
    rate_with(world.second_annotator(), batch, BEN)
    report = report_for(batch, ComparisonSettings(draws=10))
    wait_for(lambda: Report.objects.get(pk=report.pk).state == Report.State.DONE)
    report.refresh_from_db()
    assert comparison_of(report).criterion("naturalness").people.ratings == 12


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("punctual_worker_process")
def test_the_worker_reopens_what_has_expired():
    batch = world.live_batch(world.project())
    claimed = world.claim(world.annotator(), batch)
    Assignment.objects.filter(pk=claimed.pk).update(
        deadline_at=timezone.now() - timedelta(minutes=5)
    )
    release_expired.delay()
    wait_for(lambda: Assignment.objects.get(pk=claimed.pk).state == Assignment.State.EXPIRED)
    assert batch.assignments.filter(state=Assignment.State.FREE).count() == 4


def test_expiry_is_asked_for_every_half_minute():
    schedule = settings.CELERY_BEAT_SCHEDULE["release-expired"]
    assert (schedule["task"], schedule["schedule"]) == (release_expired.name, 30.0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("celery_worker_process")
def test_publishing_that_stopped_says_why_and_goes_on_at_a_button(client):
    batch = world.draft_batch(world.project())
    researcher = world.researcher(batch.project)
    publish_batch(batch_id=batch.pk)
    wait_for(lambda: Batch.objects.get(pk=batch.pk).state == Batch.State.LIVE)
    stopped = world.draft_batch(
        batch.project,
        batch.dataset,
        fee="0.01",
        state="publishing",
        publish_error="Sample: too few.",
    )
    client.force_login(researcher)
    page = client.get(f"/admin/hits/batch/{stopped.pk}/running/").content.decode()
    assert "Sample: too few." in page
    assert "Try again" in page
    assert client.post(f"/admin/hits/batch/{stopped.pk}/retry/").status_code == 302
    wait_for(lambda: Batch.objects.get(pk=stopped.pk).state == Batch.State.LIVE)
    assert stopped.hits.count() == 4


def test_what_must_be_punctual_has_a_worker_of_its_own():
    # A panel that answers slowly, or the figures of many people, must not hold up deadlines.
    outside = {
        "hits.tasks.announce_erasures",
        "annotation.monitoring.tasks.check_ledger",
        "people.tasks.erase_due",
        "quality.tasks.fold_annotators_with_news",
        "recruiting.prolific.tasks.follow",
        "recruiting.prolific.tasks.send_calls",
        "stimuli.imports.tasks.shrink_pictures",
        "tasks.webhooks.tasks.forget_old",
    }
    due = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} - outside
    assert {app.amqp.router.route({}, name)["queue"].name for name in due} == {"punctual"}
    long_work = (
        *outside,
        "stimuli.imports.tasks.run_import",
        "hits.tasks.expand_batch",
        "analysis.tasks.compute_report",
        "tasks.webhooks.tasks.deliver",
    )
    assert {app.amqp.router.route({}, name)["queue"].name for name in long_work} == {"celery"}
    assert PUNCTUAL[PUNCTUAL.index("--queues") + 1] == "punctual"
