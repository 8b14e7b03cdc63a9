"""Tests of the switch to a standby database, and of removing an old socket from a copied folder."""

import os
from pathlib import Path

import psutil
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from local.pgbouncer import follow, start_pgbouncer
from local.postgres_folder import PostgresFolders
from local.processes import CannotStart
from tests.supervised import wait_for

pytestmark = pytest.mark.slow


def address(*hosts: object) -> str:
    """Return the address of the tests' database, which uses the writable one of these hosts."""
    target = {**conninfo_to_dict(os.environ["DATABASE_URL"]), "host": ",".join(map(str, hosts))}
    return make_conninfo(**target, target_session_attrs="read-write")


@pytest.fixture
def host():
    return conninfo_to_dict(os.environ["DATABASE_URL"])["host"]


@pytest.fixture
def pooler(tmp_path, host):
    service = start_pgbouncer(tmp_path / "pooler", address(host))
    wait_for(service.ready)
    yield service
    service.child.stop()


def test_the_pooler_leads_to_the_one_of_several_that_takes_writes(pooler, tmp_path, host):
    process = psutil.Process(pooler.child.process.pid)
    both = address(tmp_path, host)
    assert follow(tmp_path / "pooler", both, process) == host
    wait_for(pooler.ready)
    with psycopg.connect(pooler.url, autocommit=True) as connection:
        assert connection.execute("show transaction_read_only").fetchone() == ("off",)
    with pytest.raises(CannotStart, match="accepts writes"):
        follow(tmp_path / "pooler", address(tmp_path, tmp_path / "other"), process)
    assert pooler.ready()


def test_the_socket_of_the_server_that_a_folder_was_copied_from_goes(tmp_path):
    folders = PostgresFolders(tmp_path, Path("/"), None, tmp_path)
    for name in (".s.PGSQL.5432", ".s.PGSQL.5432.lock", "PG_VERSION"):
        (tmp_path / name).touch()
    folders.drop_stale_pid()
    assert [path.name for path in tmp_path.iterdir()] == ["PG_VERSION"]
