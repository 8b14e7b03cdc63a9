"""Tests of child processes: stored work, limited memory, stopping, and a parent that survives."""

import os
import signal
import time
from functools import partial

import pytest
from django.db import OperationalError, connection

from stimuli.imports import perform_import
from stimuli.models import DatasetImport
from tasks.long_work.children import ChildDied, ChildFailed, OutOfMemory, now_at, run_in_child
from tasks.long_work.performing import perform
from tests import world
from tests.imports.test_running import requested_without_broker

pytestmark = pytest.mark.django_db(transaction=True)
MIB = 1024**2


def child(work, wanted=lambda: True) -> bool:
    return run_in_child(work, memory=200 * MIB, wanted=wanted)


def test_what_it_does_in_the_database_stays():
    project = world.project()

    def rename():
        return (
            type(project).objects.filter(pk=project.pk).update(name=f"Renamed by {os.getpid()}")
            == 1
        )

    assert child(rename) is True
    project.refresh_from_db()
    assert project.name.startswith("Renamed by ")
    assert project.name != f"Renamed by {os.getpid()}"


def test_it_may_take_so_much_memory_and_no_more():
    def take(size):
        now_at("large.png")
        return len(bytearray(size)) == size

    assert child(partial(take, 100 * MIB)) is True
    with pytest.raises(OutOfMemory) as caught:
        child(partial(take, 300 * MIB))
    assert caught.value.current == "large.png"


def test_a_signal_that_ends_it_is_told_with_the_place():
    def crash():
        now_at("odd.mp4")
        os.kill(os.getpid(), signal.SIGSYS)

    with pytest.raises(ChildDied) as caught:
        child(crash)
    assert (caught.value.number, caught.value.current) == (signal.SIGSYS, "odd.mp4")


def test_errors_reach_the_parent():
    def lose():
        raise OperationalError("the server closed the connection")

    def fail():
        raise ValueError("not foreseen")

    with pytest.raises(OperationalError, match="the server closed the connection"):
        child(lose)
    with pytest.raises(ChildFailed, match="ValueError: not foreseen"):
        child(fail)


def test_it_ends_in_the_middle_of_a_statement_when_it_is_not_wanted_any_more():
    def sleep():
        with connection.cursor() as cursor:
            cursor.execute("select pg_sleep(600)")

    began = time.monotonic()
    assert child(sleep, wanted=lambda: time.monotonic() < began + 1) is False
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from pg_stat_activity where query like 'select pg_sleep(600)%' and state = 'active'"
        )
        assert cursor.fetchone() == (0,)


def test_a_table_that_takes_too_much_memory_is_refused_by_name(settings):
    settings.TASK_MEMORY_BYTES = 300 * MIB
    hostile = b'{"id": 1, "system": "a", "output": "b", "deep": [' + b"{}," * 5_000_000 + b"{}]}\n"
    record = requested_without_broker(world.project(), hostile)
    perform(record, partial(perform_import, import_id=record.pk))
    record.refresh_from_db()
    file = record.table.name.rsplit("/", 1)[1]
    assert (record.state, record.problems) == (
        DatasetImport.State.FAILED,
        [
            (
                f"The task needed more than the maximum memory of 300 MB while it was at {file}. "
                "Nothing was imported. Import a smaller table, or fewer or smaller media at a time. "
                "The site administrator can raise TASK_MEMORY_MB."
            )
        ],
    )
