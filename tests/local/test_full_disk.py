"""Tests on a disk that is really full: the supervisor keeps running, and the services work again as
soon as there is space."""

import contextlib
import os
import signal
import time

import psutil
import psycopg
import pytest
import redis

from benchmarks.chaos.small_disk import CannotMount, SmallDisk, write_until_it_ends
from local.processes import is_running
from tests.supervised import Supervised, free_port, wait_for

pytestmark = pytest.mark.slow

SOON = 30  # seconds
NAMES = ("postgres", "valkey")


@pytest.fixture
def disk(tmp_path):
    try:
        disk = SmallDisk(tmp_path)
    except CannotMount as error:
        pytest.skip(f"No small disk: {error}")
    yield disk
    disk.unmount()


@pytest.fixture
def run(disk):
    run = Supervised(disk.folder / "var", "services", free_port())
    run.expect("Ctrl+C stops both")
    yield run
    disk.make_room()
    if run.process.poll() is None:
        run.stop()


def store(run, value):
    with psycopg.connect(run.addresses()["database"], autocommit=True) as connection:
        connection.execute("create table if not exists stored (value integer primary key)")
        connection.execute("insert into stored values (%s)", [value])


def stored(run):
    with psycopg.connect(run.addresses()["database"]) as connection:
        return [value for (value,) in connection.execute("select value from stored order by 1")]


def answers(run):
    """Return whether both PostgreSQL and Valkey accept writes."""
    with contextlib.suppress(psycopg.OperationalError, redis.RedisError):
        redis.Redis.from_url(run.addresses()["redis"]).set("room", "yes")
        store(run, time.time_ns() % 2**31)
        return True
    return False


@pytest.mark.attack("disk")
def test_a_full_disk_stops_nothing_for_good(disk, run):
    store(run, 7)
    redis.Redis.from_url(run.addresses()["redis"]).set("kept", "yes")
    disk.fill()
    write_until_it_ends(run.addresses()["database"])
    assert not answers(run)
    for name in NAMES:
        os.kill(run.pid(name), signal.SIGKILL)
    for _second in range(5):
        disk.fill()  # each is started again, and what it cannot write to its end is gone
        time.sleep(1)
    assert run.process.poll() is None, run.output
    disk.make_room()
    began = time.monotonic()
    wait_for(lambda: answers(run), run.log)
    assert time.monotonic() - began < SOON
    assert 7 in stored(run)
    assert redis.Redis.from_url(run.addresses()["redis"]).get("kept") == b"yes"


def test_the_list_of_children_is_written_once_there_is_room(disk, run):
    disk.fill()
    killed = run.pid("valkey")
    os.kill(killed, signal.SIGKILL)
    run.expect("valkey ended unexpectedly")
    time.sleep(2)
    assert run.pid("valkey") == killed
    disk.make_room()
    wait_for(lambda: run.pid("valkey") != killed, run.log)
    assert [is_running(psutil.Process(run.pid(name))) for name in NAMES] == [True, True]
