"""The page of a task: asked for by a page, followed, cancelled and begun again."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from hits.background import asking
from hits.background.performing import perform_task
from hits.models import BackgroundTask, ExportSnapshot
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch(monkeypatch):
    monkeypatch.setattr(asking, "MOST_ROWS", 0)
    monkeypatch.setattr(asking, "MOST_ITEMS", 0)
    project = world.project()
    batch = world.live_batch(project, world.dataset(project, items=1))
    world.rate(world.annotator(), batch)
    return batch


def keep(client, batch):
    sent = {"table": "wide", "file_format": "csv", "states": ["submitted"], "pseudonyms": "batch"}
    return client.post(reverse("admin:keep_snapshot", args=[batch.pk]), sent)


def test_a_long_export_is_kept_by_a_worker_and_the_page_follows_it(batch):
    client = signed_in(world.researcher(batch.project))
    answer = keep(client, batch)
    task = BackgroundTask.objects.get()
    page = reverse("admin:task", args=[task.pk])
    assert (answer.status_code, answer.url) == (302, page)
    assert "Waiting for a worker" in words(client.get(page))
    export = client.get(reverse("admin:export", args=[batch.pk]))
    assert "Snapshots on their way" in words(export)
    assert page in export.content.decode()
    perform_task(task_id=task.pk)
    with CaptureQueriesContext(connection) as queries:
        part = client.get(reverse("admin:task_part", args=[task.pk]))
    assert len(queries) == 3
    snapshot = ExportSnapshot.objects.get()
    assert reverse("admin:snapshot", args=[batch.pk, snapshot.sha256]) in part.content.decode()


def test_a_person_cancels_it_and_has_it_begin_again(batch):
    client = signed_in(world.researcher(batch.project))
    keep(client, batch)
    task = BackgroundTask.objects.get()
    act = reverse("admin:act_on_task", args=[task.pk])
    assert "Cancelled by rita. Nothing was changed." in words(
        client.post(act, {"act": "cancel"}, follow=True)
    )
    assert "Waiting for a worker" in words(client.post(act, {"act": "again"}, follow=True))
    perform_task(task_id=task.pk)
    assert "had come to its end" in words(client.post(act, {"act": "cancel"}, follow=True))
    viewer = signed_in(world.viewer(batch.project))
    assert viewer.post(act, {"act": "cancel"}).status_code == 403


def test_a_large_data_set_is_deleted_by_a_worker(batch):
    client = signed_in(world.researcher(batch.project))
    unused = world.dataset(batch.project, items=2)
    put_away = "admin:put_away"
    answer = client.post(reverse(put_away, args=["dataset", unused.pk]), {"action": "delete"})
    task = BackgroundTask.objects.get()
    assert answer.url == reverse("admin:task", args=[task.pk])
    perform_task(task_id=task.pk)
    assert f"{unused} is deleted." in words(client.get(answer.url))
    used = reverse(put_away, args=["dataset", batch.dataset_id])
    refused = client.post(used, {"action": "delete"}, follow=True)
    assert "Other things depend on it: 1 batch." in words(refused)
    assert BackgroundTask.objects.count() == 1
