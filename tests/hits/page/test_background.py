"""Tests of background tasks started on a page: they run once, and can be cancelled and
restarted."""

import pytest

from hits.archive import NotDeletable
from hits.background import asking
from hits.background.performing import perform_task
from hits.exports import ExportChoice
from hits.models import BackgroundTask, ExportSnapshot
from stimuli.models import Dataset
from tests import world

pytestmark = pytest.mark.django_db
State = BackgroundTask.State


@pytest.fixture
def batch():
    project = world.project()
    batch = world.live_batch(project, world.dataset(project, items=1))
    world.rate(world.annotator(), batch)
    return batch


def snapshot_of(batch) -> BackgroundTask:
    by = world.researcher(batch.project)
    return asking.ask_for_snapshot(batch=batch, choice=ExportChoice(), by=by)


def deletion_of(dataset) -> BackgroundTask:
    return asking.ask_for_deletion(dataset=dataset, by=world.researcher(dataset.project))


def test_a_snapshot_is_made_once_however_often_it_is_asked_for(batch):
    task = snapshot_of(batch)
    assert snapshot_of(batch) == task
    for _delivery in range(2):
        perform_task(task_id=task.pk)
    task.refresh_from_db()
    kept = ExportSnapshot.objects.get()
    assert (task.state, task.attempts, task.result) == (State.DONE, 1, {"sha256": kept.sha256})
    assert (kept.rows, kept.created_by) == (1, task.created_by)
    assert snapshot_of(batch) != task


def test_a_cancelled_task_does_nothing_until_it_is_begun_again(batch):
    task = snapshot_of(batch)
    assert asking.cancel_task(task=task, by=task.created_by)
    assert not asking.cancel_task(task=task, by=task.created_by)
    perform_task(task_id=task.pk)
    assert not ExportSnapshot.objects.exists()
    other = world.owner(batch.project)
    assert asking.begin_again(task=task, by=other)
    assert not asking.begin_again(task=task, by=task.created_by)
    perform_task(task_id=task.pk)
    assert ExportSnapshot.objects.get().created_by == other


def test_what_is_cancelled_while_it_is_done_leaves_nothing(batch, monkeypatch):
    task = snapshot_of(batch)
    made = asking.cancel_task

    def cancelled_meanwhile(row, _result):
        made(task=row, by=row.created_by)
        finish(row, _result)

    from hits.background import performing

    finish = performing._finish
    monkeypatch.setattr(performing, "_finish", cancelled_meanwhile)
    perform_task(task_id=task.pk)
    assert not ExportSnapshot.objects.exists()


def test_a_task_that_another_does_by_now_is_not_begun_again(batch):
    first = snapshot_of(batch)
    asking.cancel_task(task=first, by=first.created_by)
    snapshot_of(batch)
    assert not asking.begin_again(task=first, by=first.created_by)


def test_what_cannot_be_deleted_is_refused_when_it_is_asked_for(batch):
    with pytest.raises(NotDeletable, match="Still in use"):
        deletion_of(batch.dataset)
    assert not BackgroundTask.objects.exists()


def test_what_cannot_be_deleted_any_more_says_why_and_stays():
    project = world.project()
    task = deletion_of(world.dataset(project, items=1))
    batch = world.draft_batch(project, Dataset.objects.get())
    perform_task(task_id=task.pk)
    task.refresh_from_db()
    assert (task.state, task.error) == (
        State.FAILED,
        "Still in use (Batches: 1). You can use “Archive” instead.",
    )
    assert Dataset.objects.filter(pk=batch.dataset_id).exists()


def test_a_data_set_is_deleted_by_whoever_asked():
    project = world.project()
    task = deletion_of(world.dataset(project, items=3))
    perform_task(task_id=task.pk)
    task.refresh_from_db()
    assert (task.state, Dataset.objects.count()) == (State.DONE, 0)
    act = project.acts.get(verb="deleted")
    assert act.actor == task.created_by
