"""Tests of publishing a draft with many outputs: a background task checks them, and the page shows
its progress."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from hits.archive import delete
from hits.background.performing import perform_task
from hits.batches.preflight import choices, standing
from hits.models import AcceptedFinding, BackgroundTask, Batch, LeftOutItem
from recruiting.publishing import publish
from stimuli.models import Output
from stimuli.store import storage_name
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch(monkeypatch):
    monkeypatch.setattr(standing, "MOST_OUTPUTS", 0)
    project = world.project()
    data = world.dataset(project, items=2)
    for output in Output.objects.filter(item__dataset=data):
        Output.objects.filter(pk=output.pk).update(text=f"A long enough text, number {output.pk}.")
    name = storage_name("ab" * 32)  # of the world's picture
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(b"a picture"))
    return world.draft_batch(project, data)


@pytest.fixture
def client(batch):
    return signed_in(world.researcher(batch.project))


def step(batch) -> str:
    return reverse("admin:batch_step", args=[batch.pk, "publish"])


def part(task) -> str:
    return reverse("admin:preflight_part", args=[task.subject_id]) + f"?task={task.pk}"


def test_a_worker_looks_and_the_page_shows_what_it_found(client, batch):
    page = client.get(step(batch))
    task = BackgroundTask.objects.get()
    assert "0 of 9" in words(page)
    assert ("Publish for" in words(page), part(task) in page.content.decode()) == (False, True)
    assert client.get(step(batch)).status_code == 200
    assert BackgroundTask.objects.get() == task
    under_way = client.get(part(task))
    assert "0 of 9" in words(under_way)
    assert "HX-Refresh" not in under_way.headers
    perform_task(task_id=task.pk)
    assert client.get(part(task)).headers["HX-Refresh"] == "true"
    page = client.get(step(batch))
    assert "Last checked" in words(page)
    assert "Publish for" in words(page)
    assert "data-live" not in page.content.decode()
    client.post(step(batch))
    batch.refresh_from_db()
    assert batch.state == Batch.State.PUBLISHING


def test_nothing_is_published_past_it(client, batch):
    refused = "The draft has changed since the last check."
    assert refused in words(client.post(step(batch), follow=True))
    perform_task(task_id=BackgroundTask.objects.get().pk)
    Batch.objects.filter(pk=batch.pk).update(seed=batch.seed + 1)
    assert refused in words(client.post(step(batch), follow=True))
    batch.refresh_from_db()
    assert batch.state == Batch.State.DRAFT


def test_a_person_cancels_it_and_has_it_run_again(client, batch):
    client.get(step(batch))
    task = BackgroundTask.objects.get()
    act = reverse("admin:act_on_task", args=[task.pk])
    page = client.post(act, {"act": "cancel"}, follow=True)
    assert "Cancelled by rita." in words(page)
    assert "Publish for" not in words(page)
    assert "data-live" not in page.content.decode()
    assert "0 of 9" in words(client.post(act, {"act": "again"}, follow=True))


def test_the_page_asks_as_much_before_as_after(client, batch):
    counts = []
    for _look in range(2):
        client.get(step(batch))
        with CaptureQueriesContext(connection) as queries:
            client.get(step(batch))
        counts.append(len(queries))
        perform_task(task_id=BackgroundTask.objects.get().pk)
    assert counts == [34, 34]


def test_it_goes_with_its_draft(client, batch):
    client.get(step(batch))
    delete(row=batch, by=world.researcher(batch.project))
    assert not BackgroundTask.objects.exists()


def test_a_worker_leaves_items_out_and_looks_again(client, batch):
    Output.objects.filter(item__external_id="item-1", system__name="Heron").update(text="A lake.")
    perform_task(task_id=asked_for(client, batch))
    client.post(step(batch), {"act": "leave_out", "check": "short_outputs"})
    decision = BackgroundTask.objects.get(parameters__act="leave_out")
    page = client.get(step(batch))
    assert ("Publish for" in words(page), part(decision) in page.content.decode()) == (False, True)
    refused = "The draft has changed since the last check."
    assert refused in words(client.post(step(batch), follow=True))
    perform_task(task_id=decision.pk)
    decision.refresh_from_db()
    assert decision.result == {"decided": 1}
    left_out = LeftOutItem.objects.get()
    assert (left_out.item.external_id, left_out.left_out_by.username) == ("item-1", "rita")
    assert "0 of 9" in words(client.get(step(batch)))
    perform_task(task_id=BackgroundTask.objects.get().pk)
    page = words(client.get(step(batch)))
    assert ("1 item excluded" in page, "Publish for" in page) == (True, True)


def test_a_decision_that_fails_says_why_beside_what_was_found(client, batch, monkeypatch):
    perform_task(task_id=asked_for(client, batch))
    monkeypatch.setattr(choices.named_systems, "mask", lambda *_args, **_more: 1 // 0)
    client.post(step(batch), {"act": "mask", "check": "named_systems"})
    with pytest.raises(ZeroDivisionError):
        perform_task(task_id=BackgroundTask.objects.get(parameters__act="mask").pk)
    page = words(client.get(step(batch)))
    assert ("The task stopped because of an unexpected error" in page, "Last checked" in page) == (
        True,
        True,
    )


def test_the_page_follows_the_task_that_it_shows(client, batch):
    shown = BackgroundTask.objects.get(pk=asked_for(client, batch))
    later = BackgroundTask.objects.get()
    later.pk, later.parameters = None, {"fingerprint": "of another draft"}
    later.state, later.finished_at = BackgroundTask.State.DONE, timezone.now()
    later.save(force_insert=True)
    assert part(shown) in client.get(step(batch)).content.decode()
    assert "HX-Refresh" not in client.get(part(shown)).headers
    assert client.get(part(later)).headers["HX-Refresh"] == "true"
    assert client.get(part(shown).partition("?")[0]).headers["HX-Refresh"] == "true"


def test_nothing_is_accepted_that_nobody_was_shown(client, batch):
    Output.objects.filter(item__external_id="item-1", system__name="Heron").update(text="A lake.")
    accept = {"act": "accept", "check": "short_outputs"}
    refused = "The draft has changed since the last check."
    assert refused in words(client.post(step(batch), accept, follow=True))
    assert not AcceptedFinding.objects.exists()
    perform_task(task_id=BackgroundTask.objects.get().pk)
    client.post(step(batch), accept)
    assert AcceptedFinding.objects.get().check_name == "short_outputs"


def test_a_second_publish_during_the_first_changes_nothing(client, batch):
    perform_task(task_id=asked_for(client, batch))
    stale = Batch.objects.get(pk=batch.pk)
    by = world.researcher(batch.project)
    assert (publish(batch, by=by), publish(stale, by=by)) == (True, False)


def asked_for(client, batch) -> int:
    client.get(step(batch))
    return BackgroundTask.objects.get().pk
