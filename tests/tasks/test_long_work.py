"""Tests of long tasks in real worker processes: limits of time and attempts, cancellation, and
deadlines that are processed at the same time."""

import signal
from contextlib import contextmanager
from datetime import timedelta

import psutil
import psycopg
import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from hits.models import Assignment
from hits.tasks import release_expired
from stimuli.imports import ImportOptions, request_import
from stimuli.imports.storing import STORING_LOCK
from stimuli.imports.tasks import run_import
from stimuli.models import Dataset, DatasetImport
from tasks.long_work.rows import MOST_ATTEMPTS
from tests import conftest, world
from tests.imports.makers import LONG, csv_bytes
from tests.supervised import wait_for

pytestmark = pytest.mark.django_db(transaction=True)
State = DatasetImport.State


@contextmanager
def nothing_is_stored():
    """Hold the lock that every import needs to finish."""
    with psycopg.connect(conftest.test_database_url(), autocommit=True) as holder:
        holder.execute("select pg_advisory_lock(%s)", [STORING_LOCK])
        yield


def requested(project, content: bytes = b"", name: str = "Scenes") -> DatasetImport:
    return request_import(
        project=project,
        name=name,
        table=ContentFile(content or csv_bytes(LONG), "table.csv"),
        archive=None,
        options=ImportOptions(),
        created_by=world.researcher(project),
    )


def state_of(record: DatasetImport) -> str:
    record.refresh_from_db()
    return record.state


def pool_process(worker) -> psutil.Process:
    """Return the pool process of the worker, which runs the tasks."""
    (child,) = psutil.Process(worker.pid).children()
    return child


def wait_until_at_work(worker, record: DatasetImport, attempt: int) -> psutil.Process:
    """Wait until this attempt has read the last row. Return the import's process."""
    wait_for(
        lambda: (
            state_of(record) == State.RUNNING
            and record.attempts == attempt
            and record.rows_done == 4
        )
    )
    (child,) = pool_process(worker).children()
    return child


@pytest.mark.long
@pytest.mark.usefixtures("punctual_worker_process", "celery_worker_process")
def test_deadlines_pass_while_hostile_tables_keep_the_worker_busy():
    project = world.project()
    batch = world.live_batch(project)
    claimed = world.claim(world.annotator(), batch)
    wide = ",".join(f"c{number}" for number in range(200_000)).encode()
    with nothing_is_stored():
        busy = requested(project)
        hostile = [requested(project, wide, f"Hostile {number}") for number in range(2)]
        wait_for(lambda: state_of(busy) == State.RUNNING)
        Assignment.objects.filter(pk=claimed.pk).update(
            deadline_at=timezone.now() - timedelta(minutes=5)
        )
        release_expired.delay()
        wait_for(lambda: Assignment.objects.get(pk=claimed.pk).state == Assignment.State.EXPIRED)
        assert [state_of(record) for record in (busy, *hostile)] == [
            State.RUNNING,
            State.WAITING,
            State.WAITING,
        ]
    wait_for(
        lambda: (
            [state_of(record) for record in (busy, *hostile)]
            == [State.DONE, State.FAILED, State.FAILED]
        )
    )
    assert [problem.split(": ", 1)[1] for record in hostile for problem in record.problems] == [
        (
            "row 1: has 200,000 columns; at most 2,000 are read. "
            "Delete columns that you do not need, or use one row per item and system."
        )
    ] * 2


def test_a_task_that_is_killed_three_times_has_failed(celery_worker_process):
    project = world.project()
    with nothing_is_stored():
        record = requested(project)
        for attempt in range(1, MOST_ATTEMPTS + 1):
            working = wait_until_at_work(celery_worker_process, record, attempt)
            pool_process(celery_worker_process).send_signal(signal.SIGKILL)
            wait_for(lambda process=working: not process.is_running())
        wait_for(lambda: state_of(record) == State.FAILED)
    assert record.problems == [
        (
            "The task was started 3 times, and its process was killed each time before it finished. "
            "Nothing was imported. Import a smaller table, or fewer or smaller media at a time."
        )
    ]
    assert Dataset.objects.count() == 0
    other = requested(project)
    wait_for(lambda: state_of(other) == State.DONE)
    assert celery_worker_process.poll() is None


def test_the_worker_outlives_what_kills_its_child(celery_worker_process):
    project = world.project()
    pool = pool_process(celery_worker_process)
    with nothing_is_stored():
        record = requested(project)
        wait_until_at_work(celery_worker_process, record, 1).send_signal(signal.SIGSEGV)
        wait_for(lambda: state_of(record) == State.FAILED)
    assert record.problems == [
        (
            "The task's process was ended by SIGSEGV while it was at table.csv. "
            "Nothing was imported. Import a smaller table, or fewer or smaller media at a time."
        )
    ]
    assert pool_process(celery_worker_process) == pool


def test_a_killed_child_is_tried_again(celery_worker_process):
    project = world.project()
    with nothing_is_stored():
        record = requested(project)
        wait_until_at_work(celery_worker_process, record, 1).send_signal(signal.SIGKILL)
        wait_until_at_work(celery_worker_process, record, 2)
    wait_for(lambda: state_of(record) == State.DONE)


def test_a_task_ends_when_its_time_is_over(celery_worker_process):
    project = world.project()
    with nothing_is_stored():
        record = DatasetImport.objects.create(
            project=project,
            dataset_name="Scenes",
            table=ContentFile(csv_bytes(LONG), "table.csv"),
            options={},
        )
        run_import.apply_async((record.pk,), soft_time_limit=2, time_limit=60)
        wait_for(lambda: state_of(record) == State.FAILED)
    assert record.problems == [
        (
            "The task was stopped after the maximum time of 2 s. "
            "Nothing was imported. Import a smaller table, or fewer or smaller media at a time."
        )
    ]
    wait_for(lambda: pool_process(celery_worker_process).children() == [])


def test_an_import_is_cancelled_and_begun_again_from_its_page(celery_worker_process, client):
    project = world.project()
    client.force_login(world.researcher(project))
    with nothing_is_stored():
        record = requested(project)
        page = f"/admin/batches/new/files/{record.pk}/"
        cancel = f"/admin/datasets/imports/{record.pk}/cancel/"
        working = wait_until_at_work(celery_worker_process, record, 1)
        assert "Cancel" in client.get(page).content.decode()
        assert client.post(cancel).status_code == 302
        assert (state_of(record), record.cancelled_by.username) == (State.CANCELLED, "rita")
        wait_for(lambda: not working.is_running())
    assert Dataset.objects.count() == 0
    shown = client.get(page).content.decode()
    assert "Cancelled by rita." in shown
    assert client.post(page, {"name": "Scenes", "output_kind": "text"}).status_code == 302
    wait_for(lambda: state_of(record) == State.DONE)
    assert (record.cancelled_by, record.attempts) == (None, 1)
    assert client.post(cancel).status_code == 302
    assert state_of(record) == State.DONE
