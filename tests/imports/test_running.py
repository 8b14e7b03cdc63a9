"""Tests of imports run by a worker: visible progress, run exactly once, and restarted after a
crash."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import psycopg
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection

from core.database.locks import Work
from core.errors import DocumentError
from stimuli.imports import ImportOptions, import_dataset, loading, perform_import, request_import
from stimuli.imports.tasks import run_import
from stimuli.models import Dataset, DatasetImport, Medium
from tests import conftest, world
from tests.imports.makers import LONG, csv_bytes, picture, stored_files, table, zipped

ROOT = Path(__file__).resolve().parents[2]
State = DatasetImport.State


def requested(
    project, content: bytes, *, archive: bytes = b"", name="Scenes", **options
) -> DatasetImport:
    return request_import(
        project=project,
        name=name,
        table=ContentFile(content, "my table.csv"),
        archive=ContentFile(archive, "m.zip") if archive else None,
        options=ImportOptions(**options),
        created_by=world.researcher(project),
    )


def many(rows: int) -> bytes:
    return csv_bytes(
        [LONG[0], *([str(number), "Heron", f"Text {number}.", "x"] for number in range(rows))]
    )


def test_request_is_dispatched_on_commit(project, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        record = requested(project, csv_bytes(LONG), item_column="item_id")
    sent = [(*callback.args, callback.keywords) for callback in callbacks]
    assert sent == [(run_import.name, {"args": (record.pk,)})]
    record.refresh_from_db()
    assert (record.state, record.options) == (State.WAITING, {"item_column": "item_id"})


def test_request_for_a_name_that_exists(project):
    requested(project, csv_bytes(LONG))
    perform_import(import_id=DatasetImport.objects.get().pk)
    with pytest.raises(DocumentError, match="already has a dataset named Scenes"):
        requested(project, csv_bytes(LONG), name=" Scenes")
    assert DatasetImport.objects.count() == 1


def test_done(project, tmp_path):
    content = csv_bytes([[*LONG[0], "image"], *([*row, "a.png"] for row in LONG[1:4])])
    archive = zipped(tmp_path / "m.zip", {"a.png": picture()}).read_bytes()
    record = requested(project, content, archive=archive)
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    assert (record.state, record.rows_done, record.rows_total) == (State.DONE, 3, 3)
    assert (record.dataset.name, record.dataset.created_by) == ("Scenes", record.created_by)
    assert record.problems == [
        (
            "1 of 2 items have no output of system Moss. "
            "A batch can use only items that have an output of each of its systems."
        )
    ]
    assert record.finished_at is not None
    assert record.archive.name == ""
    assert default_storage.open(Medium.objects.get().storage_name).read() == picture()


def test_refused(project):
    record = requested(project, csv_bytes([*LONG, ["3", "Heron", "", ""]]))
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    assert (record.state, record.dataset) == (State.FAILED, None)
    assert record.problems == [
        (
            f"{Path(record.table.name).name}: row 6, column `output`: the output is empty. "
            "Fill it in, or choose to skip blank outputs."
        )
    ]


def test_rest_of_many_problems_is_counted(project):
    record = requested(
        project, csv_bytes([LONG[0], *([str(n), "Heron", "", ""] for n in range(1052))])
    )
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    assert (len(record.problems), record.problems[-1]) == (51, "and 1,002 more problems")


def test_second_delivery_changes_nothing(project):
    record = requested(project, csv_bytes(LONG))
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    perform_import(import_id=record.pk)
    again = DatasetImport.objects.get()
    assert (again.state, again.finished_at, again.problems) == (State.DONE, record.finished_at, [])
    assert Dataset.objects.count() == 1


def test_refused_import_is_not_run_again(project):
    record = requested(project, csv_bytes([LONG[0], ["3", "Heron", "", ""]]))
    perform_import(import_id=record.pk)
    default_storage.delete(record.table.name)
    perform_import(import_id=record.pk)
    assert "the output is empty" in DatasetImport.objects.get().problems[0]


@pytest.mark.django_db
def test_import_that_is_gone(caplog):
    perform_import(import_id=10**9)
    assert [one.message for one in caplog.records] == ["Import 1000000000 no longer exists."]


def test_uploaded_file_that_is_gone(project):
    record = requested(project, csv_bytes(LONG))
    default_storage.delete(record.table.name)
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    assert (record.state, record.problems) == (
        State.FAILED,
        [f"{record.table.name}: An uploaded file no longer exists. Upload the file again."],
    )


def test_unforeseen_error_is_written_down_and_raised(project):
    record = requested(project, csv_bytes(LONG))
    DatasetImport.objects.filter(pk=record.pk).update(options={"no such option": 1})
    with pytest.raises(ValueError, match="no such option"):
        perform_import(import_id=record.pk)
    record.refresh_from_db()
    assert record.state == State.FAILED
    assert record.problems[0].startswith("The import stopped because of an unexpected error")


@pytest.mark.django_db(transaction=True)
def test_others_see_the_progress(tmp_path, monkeypatch):
    monkeypatch.setattr(loading, "BLOCK_ROWS", 500)
    project = world.project(money="0")
    record = DatasetImport.objects.create(project=project, dataset_name="Scenes")
    seen = []
    with psycopg.connect(conftest.test_database_url(), autocommit=True) as other:
        query = "select state, rows_done, rows_total from stimuli_datasetimport"
        import_dataset(
            project=project,
            name="Scenes",
            table=table(tmp_path, many(1200)),
            record=record,
            progress=lambda done, total: seen.append(
                ((done, total), other.execute(query).fetchone())
            ),
        )
        after = other.execute(query).fetchone()
    # The callback is called just before the row is written, so the row is one step behind.
    assert [called for called, _row in seen] == [(0, 1200), (500, 1200), (1000, 1200), (1200, 1200)]
    assert [row[1:] for _called, row in seen] == [(0, None), (0, 1200), (500, 1200), (1000, 1200)]
    assert after == ("done", 1200, 1200)


@pytest.mark.django_db(transaction=True)
def test_second_delivery_waits_for_the_first():
    record = requested_without_broker(world.project(money="0"), many(10))

    def deliver():
        perform_import(import_id=record.pk)
        connection.close()

    threads = [Thread(target=deliver) for _number in range(3)]
    with psycopg.connect(conftest.test_database_url(), autocommit=True) as first:
        first.execute("select pg_advisory_lock(%s, %s)", [Work.IMPORT.value, record.pk])
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        record.refresh_from_db()
        assert (record.state, [thread.is_alive() for thread in threads]) == (
            State.WAITING,
            [True] * 3,
        )
    for thread in threads:
        thread.join()
    record.refresh_from_db()
    assert (record.state, Dataset.objects.count(), record.dataset.items.count()) == (
        State.DONE,
        1,
        10,
    )


def requested_without_broker(project, content: bytes) -> DatasetImport:
    return DatasetImport.objects.create(
        project=project, dataset_name="Scenes", table=ContentFile(content, "table.csv"), options={}
    )


@pytest.mark.django_db(transaction=True)
def test_killed_and_run_again(settings, site_environment):
    project = world.project(money="0")
    record = requested_without_broker(project, many(60_000))
    code = f"import django; django.setup(); from stimuli.imports import perform_import; perform_import(import_id={record.pk})"
    environment = site_environment | {"MEDIA_ROOT": str(settings.MEDIA_ROOT)}
    worker = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=environment)
    give_up = time.monotonic() + 60
    while not DatasetImport.objects.get().rows_done:
        assert worker.poll() is None
        assert time.monotonic() < give_up
        time.sleep(0.01)
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    halfway = DatasetImport.objects.get()
    assert (halfway.state, Dataset.objects.count()) == (State.RUNNING, 0)
    assert 0 < halfway.rows_done < 60_000

    perform_import(import_id=record.pk)
    record.refresh_from_db()
    assert (record.state, record.rows_done, record.dataset.items.count()) == (
        State.DONE,
        60_000,
        60_000,
    )
    assert stored_files() == {}
